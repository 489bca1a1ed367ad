#ifndef C_REPORT_PAGE_H
#define C_REPORT_PAGE_H

/// The body of the page, its styles and its script, each a text that ends in a zero. The title of
/// the page replaces "TITLE" in the body.
extern const char *const report_page_html;
extern const char *const report_page_css;
extern const char *const report_page_script;

#endif
