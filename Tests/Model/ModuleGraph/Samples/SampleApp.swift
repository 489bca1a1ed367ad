import Declarations
import ModuleGraph

/// The records of an app as people write them: six modules and what joins them.
enum SampleApp {
  static let records: [DeclaredRecord] = account + feed + shop + chat + sync + app

  private static let account: [DeclaredRecord] = [
    .sample(
      "khla", "Account", "Account/AccountModule.swift", 8,
      """
      {"type":"AccountModule","functions":[{"name":"login","line":12,"async":true,"result":"Bool",\
      "parameters":[{"name":"user","type":"String","label":"user"}]},\
      {"name":"logout","line":20},{"name":"profile","line":24,"result":"Profile",\
      "parameters":[{"name":"id","type":"Int","label":"id"}],\
      "routes":[{"pattern":"account/{id:Int}","schemes":["kl"]}],"access":"external"}]}
      """),
    .sample(
      "task", "RestoreSession", "Account/Tasks.swift", 5, priority: 0, event("willFinishLaunching")),
    .sample(
      "task", "LoadProfile", "Account/Tasks.swift", 14, priority: 1,
      event("didFinishLaunching", dependsOn: ["RestoreSession"])),
    .sample(
      "tnot", "AccountChanged", "Account/Tasks.swift", 27, priority: 2,
      #"{"key":"account.changed"}"#),
    .sample(
      "rhea", "appDidFinishLaunching", "Account/Callbacks.swift", 4, priority: 7,
      #"{"func":"prepareKeychain"}"#),
    .sample(
      "rhea", ".userDidLogout", "Account/Callbacks.swift", 10, priority: 5, flags: .unresolvedKey,
      #"{"func":"forgetTokens"}"#),
    .sample(
      "phob", ".session", "Account/Observers.swift", 6, flags: .unresolvedKey,
      #"{"func":"sessionChanged","unique":true}"#),
    wire("event", "userDidLogin", "task", "LoadProfile", "Account/Wires.swift", 3),
    wire("task", "LoadProfile", "relay", ".profile", "Account/Wires.swift", 4, mapped: true),
  ]

  private static let feed: [DeclaredRecord] = [
    .sample(
      "khla", "Feed", "Feed/FeedModule.swift", 7,
      """
      {"type":"FeedModule","functions":[{"name":"open","line":10,"routes":[{"pattern":"feed/{id:Int}",\
      "schemes":["kl"]}],"parameters":[{"name":"id","type":"Int","label":"id"}]},\
      {"name":"refresh","line":18,"async":true},{"name":"unreadCount","line":25,"property":true,"result":"Int"}]}
      """),
    .sample(
      "task", "WarmCache", "Feed/Tasks.swift", 4, priority: 2,
      event("didFinishLaunching", dependsOn: ["OpenDatabase"])),
    .sample(
      "task", "RefreshFeed", "Feed/Tasks.swift", 12, priority: 1, flags: .asynchronous,
      event("didBecomeActive", dependsOn: ["LoadProfile"], after: ["WarmCache"])),
    .sample(
      "tsch", "TrimCache", "Feed/Tasks.swift", 24, priority: 3,
      #"{"cron":"0 30 3 * * *","zone":"Europe/Stockholm"}"#),
    .sample(
      "tsch", "PollHeadlines", "Feed/Tasks.swift", 31, priority: 3,
      #"{"repeat":"forever","every":300}"#),
    .sample(
      "rhea", "appDidFinishLaunching", "Feed/Callbacks.swift", 3, priority: 5,
      #"{"func":"registerCells"}"#),
    .sample(
      "rhea", "userDidLogin", "Feed/Callbacks.swift", 9, priority: 5, flags: .repeatable,
      #"{"func":"reloadFeed"}"#),
    .sample(
      "phob", ".profile", "Feed/Observers.swift", 4, flags: .unresolvedKey,
      #"{"func":"profileChanged","replayingCurrent":true}"#),
    .sample("phob", ".unread", "Feed/Observers.swift", 12, flags: .unresolvedKey),
    contract("kl://Account/profile", "Feed/Contracts.swift", 6, ["id": "Int"], result: "Profile"),
    wire("event", "userDidLogin", "task", "RefreshFeed", "Feed/Wires.swift", 3),
    wire("task", "RefreshFeed", "call", "kl://Chat/preload", "Feed/Wires.swift", 4),
    wire("relay", ".unread", "event", "badgeChanged", "Feed/Wires.swift", 5, filtered: true),
  ]

  private static let shop: [DeclaredRecord] = [
    .sample(
      "khla", "Shop", "Shop/ShopModule.swift", 9,
      """
      {"type":"ShopModule","functions":[{"name":"open","line":12},{"name":"product","line":15,\
      "parameters":[{"name":"id","type":"Int","label":"id"}],"result":"Product",\
      "routes":[{"pattern":"product/{id:Int}"}],"access":"external"},{"name":"addToCart","line":22,\
      "parameters":[{"name":"id","type":"Int","label":"id"}],"throws":true},\
      {"name":"checkout","line":30,"async":true,"result":"Receipt"}]}
      """),
    .sample(
      "task", "LoadCatalog", "Shop/Tasks.swift", 6, priority: 2,
      event("didFinishLaunching", dependsOn: ["OpenDatabase", "LoadSettings"])),
    .sample(
      "task", "PrefetchImages", "Shop/Tasks.swift", 15, priority: 3,
      event("idle", after: ["LoadCatalog"])),
    .sample(
      "tsch", "WinterSale", "Shop/Tasks.swift", 22, priority: 2,
      #"{"at":1796083200,"repeat":1,"every":1}"#),
    .sample(
      "phob", ".cartCount", "Shop/Observers.swift", 5, flags: .unresolvedKey,
      #"{"func":"updateBadge"}"#),
    .sample("phob", "CartKeys.cartCount", "Shop/Observers.swift", 11, flags: .unresolvedKey),
    .sample(
      "rhea", "cartDidChange", "Shop/Callbacks.swift", 5, priority: 3, #"{"func":"saveCart"}"#),
    contract(
      "kl://Account/login", "Shop/Contracts.swift", 4, ["user": "String"], result: "Bool",
      async: true),
    wire("relay", ".cartCount", "event", "cartDidChange", "Shop/Wires.swift", 4),
    wire("notification", "account.changed", "task", "LoadCatalog", "Shop/Wires.swift", 5),
  ]

  private static let chat: [DeclaredRecord] = [
    .sample(
      "khla", "Chat", "Chat/ChatModule.swift", 6,
      """
      {"type":"ChatModule","functions":[{"name":"open","line":9,"routes":[{"pattern":"chat/{room}",\
      "schemes":["kl"]}],"parameters":[{"name":"room","type":"String","label":"room"}]},\
      {"name":"preload","line":15},{"name":"send","line":18,"throws":true,\
      "parameters":[{"name":"text","type":"String","label":"text"}]}]}
      """),
    .sample(
      "task", "ConnectSocket", "Chat/Tasks.swift", 5, priority: 1, flags: .asynchronous,
      event("didBecomeActive", dependsOn: ["RestoreSession"])),
    .sample(
      "task", "FlushOutbox", "Chat/Tasks.swift", 16, priority: 2, event("didEnterBackground")),
    .sample(
      "rhea", ".userDidLogout", "Chat/Callbacks.swift", 3, priority: 5, flags: .unresolvedKey,
      #"{"func":"closeSocket"}"#),
    .sample(
      "rhea", "badgeChanged", "Chat/Callbacks.swift", 8, priority: 5, #"{"func":"showBadge"}"#),
    .sample(
      "phob", ".unread", "Chat/Observers.swift", 4, flags: .unresolvedKey,
      #"{"func":"unreadChanged"}"#),
    contract("kl://Feed/refresh", "Chat/Contracts.swift", 5, async: true),
    wire("taskEvent", "didEnterBackground", "call", "kl://Feed/unreadCount", "Chat/Wires.swift", 3),
  ]

  private static let sync: [DeclaredRecord] = [
    .sample(
      "task", "OpenDatabase", "Sync/Tasks.swift", 4, priority: 0, event("willFinishLaunching")),
    .sample(
      "task", "MigrateDatabase", "Sync/Tasks.swift", 13, priority: 0,
      event("willFinishLaunching", dependsOn: ["OpenDatabase"])),
    .sample(
      "task", "UploadChanges", "Sync/Tasks.swift", 22, priority: 2,
      event("didBecomeActive", dependsOn: ["MigrateDatabase", "LoadProfile"])),
    .sample(
      "tsch", "NightlySync", "Sync/Tasks.swift", 33, priority: 3, #"{"cron":"0 0 2 * * MON-FRI"}"#),
    .sample(
      "rhea", "load", "Sync/Callbacks.swift", 3, priority: 9, #"{"func":"installCrashReporter"}"#),
    wire("task", "UploadChanges", "event", "syncDidFinish", "Sync/Wires.swift", 3),
    wire("event", "syncDidFinish", "task", "RefreshFeed", "Sync/Wires.swift", 4),
    wire("event", "syncDidFinish", "task", "RefreshFed", "Sync/Wires.swift", 6),
    wire("event", "reachable", "task", "UploadChanges", "Sync/Wires.swift", 8),
    wire("task", "UploadChanges", "event", "reachable", "Sync/Wires.swift", 9),
  ]

  private static let app: [DeclaredRecord] = [
    .sample(
      "task", "LoadSettings", "App/Launch.swift", 5, priority: 0, flags: .mainActor,
      event("willFinishLaunching")),
    .sample(
      "task", "ShowWindow", "App/Launch.swift", 12, priority: 1, flags: .mainActor,
      event("didFinishLaunching", dependsOn: ["LoadSettings"], after: ["RestoreSession"])),
    .sample("rhea", "premain", "App/Launch.swift", 20, priority: 9, #"{"func":"raiseFileLimit"}"#),
    .sample("rhea", "userDidLogin", "App/Launch.swift", 26, priority: 7, #"{"func":"showHome"}"#),
    .sample("life", "terminate", "App/Launch.swift", 31),
    .sample("flag", "newCheckout", "App/Flags.swift", 3, #"{"default":false,"owner":"shop"}"#),
    .sample("flag", "darkIcons", "App/Flags.swift", 4, #"{"default":true,"owner":"app"}"#),
    contract("kl://Shop/open", "App/Contracts.swift", 4),
    contract("kl://Feed/open", "App/Contracts.swift", 8, ["id": "Text"]),
    contract("kl://Shop/chekout", "App/Contracts.swift", 12, result: "Receipt", async: true),
    wire("call", "kl://Account/logout", "event", ".userDidLogout", "App/Wires.swift", 4),
    wire("relay", ".session", "relay", ".profile", "App/Wires.swift", 5, joined: true),
  ]

  // MARK: - Details

  static func event(
    _ name: String, dependsOn: [String] = [], after: [String] = []
  ) -> String {
    func list(_ names: [String]) -> String {
      "[" + names.map { #"{"name":"\#($0)"}"# }.joined(separator: ",") + "]"
    }
    return #"{"on":["\#(name)"],"dependsOn":\#(list(dependsOn)),"after":\#(list(after))}"#
  }

  static func contract(
    _ url: String, _ fileID: String, _ line: Int, _ parameters: KeyValuePairs<String, String> = [:],
    result: String? = nil, async: Bool = false
  ) -> DeclaredRecord {
    let list = parameters.map { #"{"name":"\#($0)","type":"\#($1)"}"# }.joined(separator: ",")
    return .sample(
      "khct", url, fileID, line, flags: async ? .asynchronous : [],
      #"{"parameters":[\#(list)]"# + (result.map { #","result":"\#($0)""# } ?? "")
        + (async ? #","async":true"# : "") + "}")
  }

  static func wire(
    _ fromKind: String, _ from: String, _ toKind: String, _ to: String, _ fileID: String,
    _ line: Int, filtered: Bool = false, mapped: Bool = false, joined: Bool = false
  ) -> DeclaredRecord {
    func end(_ kind: String, _ name: String) -> String {
      let unresolved = name.hasPrefix(".") ? #","unresolved":true"# : ""
      return #"{"kind":"\#(kind)","name":"\#(name)"\#(unresolved)}"#
    }
    var detail = #"{"from":\#(end(fromKind, from)),"to":\#(end(toKind, to))"#
    if filtered { detail += #","filtered":true"# }
    if mapped { detail += #","mapped":true"# }
    if joined { detail += #","joined":true"# }
    return .sample("wire", "\(fromKind) \(from) -> \(toKind) \(to)", fileID, line, detail + "}")
  }
}
