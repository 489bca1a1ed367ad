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
#embed "page.css" suffix(, )
#embed "page-acts.css" suffix(, 0)
};

// One function around all files, as they use names of each other and of the browser.
const char *const report_page_script = (const char[]){
  '(', '(', ')', ' ', '=', '>', ' ', '{', '\n',
  '"', 'u', 's', 'e', ' ', 's', 't', 'r', 'i', 'c', 't', '"', ';', '\n',
#embed "page-live.js" suffix(, )
#embed "page-jobs.js" suffix(, )
#embed "page-store.js" suffix(, )
#embed "page-forms.js" suffix(, )
#embed "page-logs.js" suffix(, )
#embed "page-timeline.js" suffix(, )
#embed "page.js" suffix(, )
  '}', ')', '(', ')', ';', '\n', 0
};
