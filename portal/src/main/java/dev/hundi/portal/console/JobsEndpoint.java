package dev.hundi.portal.console;

import java.util.List;
import java.util.Map;

import dev.hundi.operator.RequestKind;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.portal.web.FormAnswer;
import org.jspecify.annotations.Nullable;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Runs of batch jobs with their progress; failed ones are restarted by batch-jobs. */
@StaffOnly
@Controller
class JobsEndpoint {

	private final ReadJobs jobs;

	private final AskedRequests requests;

	JobsEndpoint(ReadJobs jobs, AskedRequests requests) {
		this.jobs = jobs;
		this.requests = requests;
	}

	@GetMapping("/console/jobs")
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR')")
	public String page(@RequestParam(required = false) @Nullable JobName job,
			@RequestParam(required = false) @Nullable JobStatus status,
			@RequestParam(required = false) @Nullable Long before, Model model) {
		Slice<ReadJobs.JobRun> runs = this.jobs.newest(job, status, (before != null) ? before : Long.MAX_VALUE);
		model.addAttribute("runs", runs.rows());
		model.addAttribute("next", runs.more() ? runs.last().id() : null);
		model.addAttribute("jobs", JobName.values());
		model.addAttribute("job", job);
		model.addAttribute("statuses", JobStatus.values());
		model.addAttribute("status", status);
		this.requests.show(List.of(RequestKind.RESTART_JOB), model);
		if (runs.rows().stream().anyMatch((run) -> run.status().isRunning())) {
			model.addAttribute("waiting", true);
		}
		return "console/jobs";
	}

	@PostMapping("/console/jobs/{id}/restart")
	String restart(@PathVariable long id, @RequestParam(defaultValue = "") String list,
			@RequestParam(defaultValue = "") String reason, RedirectAttributes next) {
		FormAnswer.flash(next,
				this.requests.act(RequestKind.RESTART_JOB, Map.of("execution", id), "job run " + id, reason),
				"console.request.asked", Long.toString(id), reason);
		return Answers.back("/console/jobs", list);
	}

}
