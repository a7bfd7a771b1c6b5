package dev.hundi.portal.console;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.operator.OperatorRequest;
import dev.hundi.operator.RequestKind;
import dev.hundi.operator.RequestState;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.portal.web.FormAnswer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/**
 * Messages of Kafka that could not be processed. stream-processors lists, replays and
 * discards them.
 */
@StaffOnly
@Controller
class DeadLettersEndpoint {

	private static final String PAGE = "/console/dead-letters";

	/** As many as stream-processors lists at once. */
	private static final int MAX_LETTERS = 1_000;

	private static final int MAX_TOPIC = 200;

	private final AskedRequests requests;

	DeadLettersEndpoint(AskedRequests requests) {
		this.requests = requests;
	}

	@GetMapping("/console/dead-letters")
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR')")
	public String page(@RequestParam(required = false) @Nullable UUID reading,
			@RequestParam(defaultValue = "") String topic, @RequestParam(defaultValue = "0") int from, Model model) {
		this.requests.show(List.of(RequestKind.REPLAY_DEAD_LETTER, RequestKind.REPLAY_DEAD_LETTERS,
				RequestKind.DISCARD_DEAD_LETTER), model);
		Optional<OperatorRequest> read = (reading != null) ? reading(reading)
				: this.requests.lastDone(RequestKind.READ_DEAD_LETTERS);
		read.ifPresent((request) -> {
			if (request.state() == RequestState.PENDING) {
				model.addAttribute("waiting", true);
			}
			model.addAttribute("read", request);
			show(request, topic, Math.max(0, from), model);
		});
		model.addAttribute("topic", topic);
		return "console/dead-letters";
	}

	/** Asks stream-processors to list the letters. */
	@PostMapping("/console/dead-letters/read")
	String read(@RequestParam(defaultValue = "false") boolean all) {
		return "redirect:" + PAGE + "?reading="
				+ this.requests.read(RequestKind.READ_DEAD_LETTERS, Map.of("replayed", all, "limit", MAX_LETTERS));
	}

	@PostMapping("/console/dead-letters/replay")
	String replay(@RequestParam(defaultValue = "") String topic, @RequestParam(defaultValue = "0") long offset,
			@RequestParam(defaultValue = "") String list, @RequestParam(defaultValue = "") String reason,
			RedirectAttributes next) {
		return act(RequestKind.REPLAY_DEAD_LETTER, topic, offset, list, reason, next);
	}

	@PostMapping("/console/dead-letters/discard")
	String discard(@RequestParam(defaultValue = "") String topic, @RequestParam(defaultValue = "0") long offset,
			@RequestParam(defaultValue = "") String list, @RequestParam(defaultValue = "") String reason,
			RedirectAttributes next) {
		return act(RequestKind.DISCARD_DEAD_LETTER, topic, offset, list, reason, next);
	}

	@PostMapping("/console/dead-letters/replay-all")
	String replayAll(@RequestParam(defaultValue = "") String list, @RequestParam(defaultValue = "") String reason,
			RedirectAttributes next) {
		FormAnswer.flash(next, this.requests.act(RequestKind.REPLAY_DEAD_LETTERS, Map.of(), "all", reason),
				"console.request.asked", "all", reason);
		return Answers.back(PAGE, list);
	}

	private String act(RequestKind kind, String topic, long offset, String list, String reason,
			RedirectAttributes next) {
		Optional<String> problem = (topic.isBlank() || topic.length() > MAX_TOPIC || offset < 0)
				? Optional.of("console.letters.unknown")
				: this.requests.act(kind, Map.of("topic", topic, "offset", offset), topic + " " + offset, reason);
		FormAnswer.flash(next, problem, "console.request.asked", topic + "-" + offset, reason);
		return Answers.back(PAGE, list);
	}

	private Optional<OperatorRequest> reading(UUID id) {
		return Optional.of(this.requests.find(id)
			.filter((request) -> request.kind() == RequestKind.READ_DEAD_LETTERS)
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND)));
	}

	/** The newest act that decided on a letter, by the letter's id. */
	private Map<String, OperatorRequest> acts() {
		Map<String, OperatorRequest> acts = new HashMap<>();
		for (OperatorRequest act : this.requests
			.done(List.of(RequestKind.REPLAY_DEAD_LETTER, RequestKind.DISCARD_DEAD_LETTER), MAX_LETTERS)) {
			acts.putIfAbsent(DeadLetterView.id(act.arguments().path("topic").asString(),
					act.arguments().path("offset").asLong()), act);
		}
		return acts;
	}

	/** An older act was about another letter: without its data, Kafka counts from 0. */
	private static DeadLetterView present(DeadLetterView letter, @Nullable OperatorRequest act) {
		return (act == null || act.asked().at().isBefore(letter.putAt())) ? letter
				: letter.in((act.kind() == RequestKind.REPLAY_DEAD_LETTER) ? "replayed" : "discarded");
	}

	private void show(OperatorRequest read, String topic, int from, Model model) {
		JsonNode result = read.result();
		if (result == null) {
			return;
		}
		boolean onlyOpen = !read.arguments().path("replayed").asBoolean(false);
		Map<String, OperatorRequest> acts = acts();
		List<DeadLetterView> all = result.path("letters")
			.valueStream()
			.map(DeadLetterView::of)
			.map((letter) -> present(letter, acts.get(letter.id())))
			.filter((letter) -> !onlyOpen || letter.state().equals(DeadLetterView.OPEN))
			.toList();
		List<DeadLetterView> chosen = all.stream()
			.filter((letter) -> topic.isEmpty() || letter.topic().equals(topic))
			.toList();
		int start = Math.min(from, chosen.size());
		int end = Math.min(start + Slice.ROWS, chosen.size());
		model.addAttribute("letters", chosen.subList(start, end));
		model.addAttribute("next", (end < chosen.size()) ? end : null);
		model.addAttribute("topics", all.stream().map(DeadLetterView::topic).distinct().sorted().toList());
		// Before those that were decided on leave the list.
		model.addAttribute("full", result.path("letters").size() >= MAX_LETTERS);
	}

}
