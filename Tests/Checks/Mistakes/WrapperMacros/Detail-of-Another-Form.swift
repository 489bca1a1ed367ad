// A macro of your own is expanded by that of `#record`, and its detail is a list.
import SectionRegistry

@freestanding(declaration)
macro page(_ kind: String, key: String, detail: [String], value: () -> String) =
  #externalMacro(module: "RecordMacros", type: "RecordMacro")

#page("page", key: "home", detail: ["book"]) { "Welcome" }
// 36: error: 'detail' must be a dictionary literal (from macro 'page')
