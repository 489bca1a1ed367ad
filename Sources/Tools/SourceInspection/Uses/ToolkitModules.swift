/// The modules of the toolkit itself, whose code calls what the program's code names.
enum ToolkitModules {
  /// The names of all that a program links.
  static let names: Set<String> = [
    "BinaryRecords", "Bridge", "BridgeTelemetry", "Declarations", "Khala", "KhalaRoutes",
    "ModuleGraph", "Pharos", "ProcessLifecycle",
    "RecordFormat", "RheaTime", "RoutePatterns", "Schedules", "SectionRegistry", "Spelling",
    "TaskKit", "TaskPlanning", "TaskStore", "ToolkitTelemetry", "ToolkitTrace",
  ]

  /// Returns whether a symbol is the toolkit's, extends one of the toolkit's types, or belongs to
  /// notifications: a source with such a symbol may use or declare names.
  static func mayConcern(usr: String) -> Bool { prefixes.contains { usr.hasPrefix($0) } }

  /// Returns whether a symbol is a macro of the toolkit.
  static func isMacro(usr: String) -> Bool {
    products.contains { usr.hasPrefix($0) } && usr.hasSuffix("fm")
  }

  /// Returns whether a symbol is the macro `@KhalaCall`.
  static func isContractMacro(usr: String, name: String) -> Bool {
    usr.hasPrefix("s:5Khala") && name.hasPrefix("KhalaCall(")
  }

  /// The beginnings of the mangled names of what a product declares.
  private static let products = ["RheaTime", "Khala", "Pharos", "TaskKit", "TaskStore", "Bridge"]
    .map { "s:\($0.utf8.count)\($0)" }

  /// Foundation's notifications are a struct on Linux, and Objective-C's on Apple's systems.
  private static let notifications = [
    "s:10Foundation18NotificationCenter", "s:10Foundation14NSNotificationC",
    "s:10Foundation12NotificationV", "c:objc(cs)NSNotificationCenter", "c:@T@NSNotificationName",
    "s:So18NSNotificationNamea",
  ]

  private static let prefixes = products + notifications
}
