package dev.hundi.portal.console;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.operator.OperatorRequest;
import dev.hundi.operator.RequestKind;
import dev.hundi.operator.RequestState;
import dev.hundi.portal.session.StaffOnly;
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
import org.springframework.web.util.UriComponentsBuilder;

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

	/** Parameter of the page: the request whose result it shows. */
	private static final String READING = "reading";

	/** Argument of a reading: also letters that were replayed or discarded. */
	private static final String REPLAYED = "replayed";

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
		Optional<OperatorRequest> read = (reading != null)
				? Optional.of(find(reading).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND)))
				: this.requests.lastDone(RequestKind.READ_DEAD_LETTERS);
		read.ifPresent((request) -> {
			if (request.state() == RequestState.PENDING) {
				model.addAttribute("waiting", true);
			}
			model.addAttribute("read", request);
			show(request.result(), topic, Math.max(0, from), model);
		});
		model.addAttribute("topic", topic);
		return "console/dead-letters";
	}

	/** Asks stream-processors to list the letters. */
	@PostMapping("/console/dead-letters/read")
	String read(@RequestParam(defaultValue = "false") boolean all) {
		return "redirect:" + PAGE + "?" + READING + "=" + ask(all);
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
		Optional<String> problem = this.requests.act(RequestKind.REPLAY_DEAD_LETTERS, Map.of(), "all", reason);
		Answers.flash(next, problem, "console.request.asked", "all", reason);
		return back(list, problem);
	}

	private String act(RequestKind kind, String topic, long offset, String list, String reason,
			RedirectAttributes next) {
		Optional<String> problem = (topic.isBlank() || topic.length() > MAX_TOPIC || offset < 0)
				? Optional.of("console.letters.unknown")
				: this.requests.act(kind, Map.of("topic", topic, "offset", offset), topic + " " + offset, reason);
		Answers.flash(next, problem, "console.request.asked", topic + "-" + offset, reason);
		return back(list, problem);
	}

	/** Lists again after an act: stream-processors answers in the order of asking. */
	private String back(String list, Optional<String> problem) {
		String page = Answers.back(PAGE, list);
		if (problem.isPresent()) {
			return page;
		}
		UriComponentsBuilder address = UriComponentsBuilder.fromUriString(page);
		boolean all = shown(address.build().getQueryParams().getFirst(READING))
			.map((request) -> request.arguments().path(REPLAYED).asBoolean(false))
			.orElse(false);
		return address.replaceQueryParam(READING, ask(all)).replaceQueryParam("from").toUriString();
	}

	private UUID ask(boolean all) {
		return this.requests.read(RequestKind.READ_DEAD_LETTERS, Map.of(REPLAYED, all, "limit", MAX_LETTERS));
	}

	private Optional<OperatorRequest> shown(@Nullable String reading) {
		if (reading == null) {
			return this.requests.lastDone(RequestKind.READ_DEAD_LETTERS);
		}
		try {
			return find(UUID.fromString(reading));
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	private Optional<OperatorRequest> find(UUID id) {
		return this.requests.find(id).filter((request) -> request.kind() == RequestKind.READ_DEAD_LETTERS);
	}

	private static void show(@Nullable JsonNode result, String topic, int from, Model model) {
		if (result == null) {
			return;
		}
		List<DeadLetterView> all = result.path("letters").valueStream().map(DeadLetterView::of).toList();
		List<DeadLetterView> chosen = all.stream()
			.filter((letter) -> topic.isEmpty() || letter.topic().equals(topic))
			.toList();
		int start = Math.min(from, chosen.size());
		int end = Math.min(start + Slice.ROWS, chosen.size());
		model.addAttribute("letters", chosen.subList(start, end));
		model.addAttribute("next", (end < chosen.size()) ? end : null);
		model.addAttribute("topics", all.stream().map(DeadLetterView::topic).distinct().sorted().toList());
		model.addAttribute("full", all.size() >= MAX_LETTERS);
	}

}
