package dev.hundi.batch.bulk;

import java.util.ArrayList;
import java.util.List;

import dev.hundi.bulk.LoadedRow;
import dev.hundi.business.PayoutTerms;
import dev.hundi.business.ReadPayoutTerms;

import org.springframework.batch.core.configuration.annotation.StepScope;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.ItemProcessor;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Judges the rows of a block. All blocks of an execution have the same payout terms.
 */
@Component
@StepScope
class JudgeBlock implements ItemProcessor<RowBlock, List<LoadedRow>> {

	private final PayoutTerms terms;

	JudgeBlock(@Value("#{stepExecution}") StepExecution step, BulkRuns runs, ReadPayoutTerms terms) {
		this.terms = terms.of(runs.of(step).file().businessId());
	}

	@Override
	public List<LoadedRow> process(RowBlock block) {
		JudgeRow judge = new JudgeRow(block.columns(), this.terms);
		List<LoadedRow> judged = new ArrayList<>(block.rows().size());
		for (int i = 0; i < block.rows().size(); i++) {
			judged.add(judge.judge(block.firstRow() + i, block.rows().get(i)));
		}
		return judged;
	}

}
