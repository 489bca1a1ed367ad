#ifndef C_REPORT_PAGE_H
#define C_REPORT_PAGE_H

/// The files of the report page, each a text that ends in a zero.
extern const char *const report_page_html;
extern const char *const report_page_css;
extern const char *const report_page_script;
extern const char *const report_page_jobs_script;
extern const char *const report_page_timeline_script;

#endif
