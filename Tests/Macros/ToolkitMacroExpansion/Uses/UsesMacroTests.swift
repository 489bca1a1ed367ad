import Declarations
import Testing
import ToolkitMacroExpansion
import ToolkitMacroTestSupport

@Suite struct UsesMacroTests {
  private func expand(_ source: String) -> MacroExpansion {
    MacroExpansion(
      of: source, macros: ["uses": UsesMacro.self], module: "Cart", file: "Remote.swift")
  }

  private static let records: [(String, String, String, RecordFlags)] = [
    (#"#uses("kl://Store/delete?id={}")"#, "kl://Store/delete?id={}", "route", []),
    (#"#uses("kl://Store/{action}?id={id}")"#, "kl://Store/{}?id={}", "route", []),
    (#"#uses("kl://{}/delete")"#, "kl://{}/delete", "route", []),
    (#"#uses(event: "cart.did.change")"#, "cart.did.change", "event", []),
    ("#uses(event: .premain)", "premain", "event", []),
    ("#uses(event: .userDidLogin)", ".userDidLogin", "event", [.unresolvedKey]),
    ("#uses(event: AppEvents.login)", "AppEvents.login", "event", [.unresolvedKey]),
    (#"#uses(task: "Sync")"#, "Sync", "task", []),
    (#"#uses(job: "SendInvoice")"#, "SendInvoice", "job", []),
    ("#uses(relay: .cartCount)", ".cartCount", "relay", [.unresolvedKey]),
    (#"#uses(notification: "cart.full")"#, "cart.full", "notification", []),
    ("#uses(notification: .cartFull)", ".cartFull", "notification", [.unresolvedKey]),
  ]

  @Test(arguments: records)
  func `A use becomes a record with the kind of what is used`(
    source: String, key: String, target: String, flags: RecordFlags
  ) throws {
    let record = try expand(source).record()
    #expect(record.key == key)
    #expect(record.detail == #"{"target":"\#(target)"}"#)
    #expect(record.flags == flags)
    #expect(record.fileID == "Cart/Remote.swift")
  }

  @Test func `A running program gets nothing from the record`() throws {
    #expect(try expand(#"#uses(task: "Sync")"#).record().accessor == "return false")
  }

  @Test(arguments: [
    #"#uses("kl://A/a", "kl://B/b", "kl://C/c")"#, #"#uses(task: "A", "B", "C")"#,
    #"#uses(job: "A", "B", "C")"#, "#uses(event: .a, .b, .c)",
    #"#uses(notification: "A", "B", "C")"#,
  ])
  func `Each of several names is a record of its own`(source: String) {
    let expansion = expand(source)
    #expect(expansion.diagnostics.isEmpty, "\(expansion)")
    #expect(expansion.expandedSource.matches(of: /nonisolated let/).count == 3, "\(expansion)")
  }

  @Test func `A record has the source location of its argument`() throws {
    let record = try expand(
      """
      enum Remote {
        #uses(
          task: "Sync")
      }
      """
    ).record()
    #expect(record.line == 3)
    #expect(record.column == 11)
  }

  @Test(arguments: [
    "#uses()", #"#uses("Store/delete")"#, #"#uses("")"#, #"#uses("kl:///delete")"#,
    #"#uses("kl://")"#, #"#uses("1l://Store/delete")"#, #"#uses("kl://Store/de lete")"#,
    #"#uses("kl://Store/{id")"#, #"#uses("kl://Store/id}")"#, #"#uses("kl://Store/{{id}}")"#,
    #"#uses("://Store/delete")"#, #"#uses(url)"#, #"#uses(task: "")"#, "#uses(task: name)",
    #"#uses(job: "")"#, "#uses(job: name)", #"#uses(event: "")"#, #"#uses(notification: "")"#,
    #"#uses(task: "Sync", "")"#, #"func f() { #uses(task: "Sync") }"#,
    #"struct Box<T> { #uses(task: "Sync") }"#,
  ])
  func `An argument that names nothing is rejected once`(source: String) {
    let expansion = expand(source)
    #expect(expansion.diagnostics.count == 1, "\(expansion)")
    #expect(ExpandedRecord(in: expansion) == nil, "\(expansion)")
  }

  @Test(arguments: [
    Refusal(
      source: ##"#uses("kl://\(host)/delete?id=\(item.id)&all=true")"##,
      message: ##"""
        '"kl://\(host)/delete?id=\(item.id)&all=true"' has a part that only the running program \##
        knows; write '{}' in its place
        """##,
      column: 7, fixed: [#"#uses("kl://{}/delete?id={}&all=true")"#]),
    Refusal(
      source: ##"#uses("kl://A/a", "Store/delete")"##,
      message: """
        'Store/delete' is not a URL with a scheme and a host; write it as it is called, such as \
        'kl://Store/delete?id={}', where '{}' is a part that only the running program knows
        """,
      column: 19),
    Refusal(
      source: ##"#uses(event: "user.\(verb)")"##,
      message: ##"""
        '"user.\(verb)"' has a part that only the running program knows; list all possible \##
        names
        """##,
      column: 14),
    Refusal(
      source: ##"#uses(job: "")"##,
      message: "the used name is empty", column: 12,
      fixed: [##"#uses(job: "<#name#>")"##]),
  ])
  func `A mistake is reported at its argument`(refusal: Refusal) {
    refusal.check(expand(refusal.source))
  }
}
