// Embeds the files into the program, so that a tool that is copied somewhere else has them with
// it. In C, as Swift has no such directive: resources would stay behind, and SwiftPM's
// `.embedInCode` takes 20 seconds to compile.

#include "CReportPage.h"

// The directive is one of C23, which compilers take in earlier versions, too.
#pragma clang diagnostic ignored "-Wc23-extensions"

const char *const report_page_html = (const char[]){
#embed "page.html" suffix(, 0)
};

const char *const report_page_css = (const char[]){
#embed "page.css" suffix(, 0)
};

const char *const report_page_script = (const char[]){
#embed "page.js" suffix(, 0)
};

const char *const report_page_jobs_script = (const char[]){
#embed "page-jobs.js" suffix(, 0)
};

const char *const report_page_timeline_script = (const char[]){
#embed "page-timeline.js" suffix(, 0)
};
