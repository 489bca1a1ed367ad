import Declarations
import EditorServer
import ModuleGraph
import SourceInspection

/// A built program of four modules, with the sources that it was built from.
struct SampleProgram {
  /// The texts by path; the path is the `fileID`, too.
  static let sources: [String: String] = [
    "Contracts/Names.swift": """
    extension RheaEvent {
      static let userDidLogin: RheaEvent = "userDidLogin"
      static let cartDidChange: RheaEvent = "cart.changed"
    }
    extension RelayKey<Int> { static var cartCount: Self { Self("cart.count") } }
    extension Notification.Name { static let accountChanged = Notification.Name("account.changed") }
    """,
    "Store/Store.swift": """
    @KhalaModule final class Store {
      func product(id: Int, page: Int = 1) -> String { "" }
      func delete(id: Int) {}
      @Route("kl://goods/{number:Int}") func goods(number: Int) {}
    }
    """,
    "Feed/Feed.swift": """
    #rhea(time: .userDidLogin) { refresh() }
    #task("RefreshFeed", dependsOn: ["Login"]) {}
    func open() { Khala(str: "kl://Store/product?id=7") }
    #observer(of: .cartCount) { show($0) }
    extension KhalaStore { @KhalaCall("kl://Store/delete") static func remove(id: Int) throws }
    func clear() throws { try KhalaStore.remove(id: 7) }
    """,
    "Account/Account.swift": """
    #task("Login") {}
    #bridge(on: .userDidLogin, run: "RefreshFeed")
    func login() { Rhea.trigger(event: .userDidLogin) }
    #bridge(on: .userDidLogin, call: "kl://Store/product?id=1")
    #job("SendInvoice") {}
    func buy() { Jobs.enqueue("SendInvoice") }
    #notification("logAccount", on: "account.changed") {}
    #schedule("nightly", cron: "30 2 * * *", zone: "UTC") {}
    """,
  ]

  static let records: [DeclaredRecord] = [
    record(
      .relayKey, "cart.count", "Contracts/Names.swift", 5, #"{"member":"cartCount","type":"Int"}"#),
    record(
      .routingClass, "Store", "Store/Store.swift", 1,
      """
      {"type":"Store","functions":[
      {"name":"product","line":2,"result":"String","parameters":[
      {"name":"id","label":"id","type":"Int"},
      {"name":"page","label":"page","type":"Int","default":"1"}]},
      {"name":"delete","line":3,"parameters":[{"name":"id","label":"id","type":"Int"}]},
      {"name":"goods","line":4,"routes":[{"pattern":"goods/{number:Int}","schemes":["kl"]}],
      "parameters":[{"name":"number","label":"number","type":"Int"}]}]}
      """),
    record(.callback, "userDidLogin", "Feed/Feed.swift", 1, "{}"),
    record(
      .eventTask, "RefreshFeed", "Feed/Feed.swift", 2,
      #"{"on":["demand"],"dependsOn":[{"name":"Login"}]}"#),
    record(.observer, "cart.count", "Feed/Feed.swift", 4, "{}"),
    record(
      .contract, "kl://Store/delete", "Feed/Feed.swift", 5,
      #"{"parameters":[{"name":"id","type":"Int"}]}"#),
    record(.eventTask, "Login", "Account/Account.swift", 1, #"{"on":["demand"]}"#),
    record(
      .wire, "event userDidLogin -> task RefreshFeed", "Account/Account.swift", 2,
      #"{"from":{"kind":"event","name":"userDidLogin"},"to":{"kind":"task","name":"RefreshFeed"}}"#),
    record(
      .wire, "event userDidLogin -> call kl://Store/product?id=1", "Account/Account.swift", 4,
      """
      {"from":{"kind":"event","name":"userDidLogin"},
      "to":{"kind":"call","name":"kl://Store/product?id=1"}}
      """),
    record(
      .job, "SendInvoice", "Account/Account.swift", 5, #"{"queue":"mail","payload":"Invoice"}"#),
    record(
      .notificationTask, "logAccount", "Account/Account.swift", 7,
      #"{"key":"account.changed"}"#),
    record(
      .scheduledTask, "nightly", "Account/Account.swift", 8,
      #"{"cron":"30 2 * * *","zone":"UTC"}"#),
  ]

  private static func record(
    _ kind: RecordKind, _ key: String, _ fileID: String, _ line: Int, _ detail: String
  ) -> DeclaredRecord {
    DeclaredRecord(
      kind: kind, key: key, fileID: fileID, line: line, id: UInt64(line * 100 + fileID.utf8.count),
      detail: detail)
  }

  /// The uses that the sources have outside of declarations, with their constants.
  static func uses(in sources: [String: String]) -> ProgramUses {
    var uses = ProgramUses()
    let constants = sources.values.flatMap { SourceFile(text: $0).outline.constants }
    for (fileID, text) in sources.sorted(by: { $0.key < $1.key }) {
      let outline = SourceFile(text: text).outline
      uses.paths[fileID] = fileID
      uses.constants[fileID] = outline.constants
      for name in outline.names where !name.isInDeclaration {
        guard let kind = name.role.nodeKind else { continue }
        let start = name.range.start
        let location = CodeLocation(
          fileID: fileID, line: start.line + 1, column: start.column + 1)
        // A call of a contract has its URL; other constants have the names of their properties.
        let contract = constants.first {
          name.role == .url && name.form == .member && $0.member == name.text
        }
        uses.uses.append(
          ModuleGraph.Use(
            name.verb, kind, contract?.name ?? name.text, module: location.module,
            location: location, origin: .code))
      }
    }
    return uses
  }

  /// The answers, with these texts open.
  static func answers(
    open: [String: SourceFile] = [:], live: ModuleGraph.Live? = nil, isStale: Bool = false
  ) -> EditorAnswers {
    let sources = sources
    return EditorAnswers(
      graph: ModuleGraph(records: records, live: live), uses: uses(in: sources), documents: open,
      isStale: isStale, zones: .sample, text: { sources[$0] })
  }
}

extension EditorAnswers {
  /// Ranges as `path:line text`, in their order.
  func words(_ ranges: [FileRange], texts: [String: String] = [:]) -> [String] {
    ranges.map { range in
      let text = texts[range.path] ?? SampleProgram.sources[range.path] ?? ""
      let line = text.split(separator: "\n", omittingEmptySubsequences: false)[
        range.range.start.line]
      let bytes = Array(line.utf8)[range.range.start.column..<range.range.end.column]
      return "\(range.path):\(range.range.start.line + 1) \(String(decoding: bytes, as: UTF8.self))"
    }
  }
}
