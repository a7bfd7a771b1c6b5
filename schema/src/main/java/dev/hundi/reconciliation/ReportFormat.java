package dev.hundi.reconciliation;

/** The file formats of a run's report. */
public enum ReportFormat {

	CSV, XLS, PDF

}
