package dev.hundi.portal.finance;

import java.util.UUID;

import dev.hundi.portal.onboarding.UploadProblem;
import dev.hundi.portal.onboarding.UploadRefusedException;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.reconciliation.BreakEvidence;
import dev.hundi.reconciliation.Breaks;
import org.jspecify.annotations.Nullable;

import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/**
 * Evidence about breaks as pictures of its pages, never as the file. Each picture is a
 * view in the audit trail.
 */
@StaffOnly
@Controller
class EvidenceEndpoint {

	private final Breaks breaks;

	private final BreakEvidence evidence;

	private final AttachEvidence attach;

	private final CurrentPerson current;

	EvidenceEndpoint(Breaks breaks, BreakEvidence evidence, AttachEvidence attach, CurrentPerson current) {
		this.breaks = breaks;
		this.evidence = evidence;
		this.attach = attach;
		this.current = current;
	}

	@PostMapping("/finance/breaks/{id}/evidence")
	String attach(@PathVariable long id, @RequestParam(required = false) @Nullable MultipartFile file,
			RedirectAttributes next) {
		if (this.breaks.find(id).isEmpty()) {
			throw new ResponseStatusException(HttpStatus.NOT_FOUND);
		}
		return attached(id, file).leadTo(BreakEndpoint.page(id), "evidence", next);
	}

	private Outcome attached(long id, @Nullable MultipartFile file) {
		try {
			if (file == null) {
				throw new UploadRefusedException(UploadProblem.EMPTY);
			}
			return this.attach.attach(id, file) ? new Outcome.Done("finance.evidence.attached")
					: new Outcome.Refused("finance.evidence.known");
		}
		catch (UploadRefusedException ex) {
			return new Outcome.Refused(ex.problem().text());
		}
	}

	@GetMapping("/finance/breaks/{id}/evidence/{evidenceId}")
	@PreAuthorize(FinanceSections.READS)
	public String page(@PathVariable long id, @PathVariable UUID evidenceId, @RequestParam(defaultValue = "1") int page,
			Model model) {
		BreakEvidence.File file = known(id, evidenceId);
		model.addAttribute("file", file);
		model.addAttribute("breakId", id);
		model.addAttribute("page", Math.clamp(page, 1, Math.max(1, file.pages())));
		return "finance/evidence";
	}

	@GetMapping("/finance/breaks/{id}/evidence/{evidenceId}/pages/{page}")
	@PreAuthorize(FinanceSections.READS)
	public ResponseEntity<byte[]> picture(@PathVariable long id, @PathVariable UUID evidenceId,
			@PathVariable int page) {
		return this.evidence.view(known(id, evidenceId), page, this.current.actor())
			.map((png) -> ResponseEntity.ok()
				.contentType(MediaType.IMAGE_PNG)
				.cacheControl(CacheControl.noStore())
				.body(png))
			.orElseGet(() -> ResponseEntity.notFound().build());
	}

	private BreakEvidence.File known(long id, UUID evidenceId) {
		return this.evidence.of(id)
			.stream()
			.filter((file) -> file.evidenceId().equals(evidenceId))
			.findFirst()
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
	}

}
