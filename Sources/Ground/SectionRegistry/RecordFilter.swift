import RecordFormat

/// A filter that disables records before any of their code runs.
///
/// The text of a filter is the name of a module (`Checkout`), a kind and a key
/// (`task:RefreshFeed`), or a whole kind (`task:*`). In a list of filters, put a backslash before
/// each comma or backslash that is part of a key.
public enum RecordFilter: Hashable, Sendable {
  /// All records of a module.
  case module(String)
  /// The records of a kind with this key.
  case key(RecordKind, String)
  /// All records of a kind.
  case kind(RecordKind)

  /// Creates a filter from its text.
  ///
  /// Returns `nil` if the text is not a filter.
  public init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":") else {
      guard !text.isEmpty, !text.contains("/") else { return nil }
      self = .module(text)
      return
    }
    let key = text[text.index(after: colon)...]
    guard let kind = RecordKind(String(text[..<colon])), !key.isEmpty else { return nil }
    self = key == "*" ? .kind(kind) : .key(kind, String(key))
  }

  func matches(_ record: Record) -> Bool {
    switch self {
    case .module(let name): record.module == name
    case .kind(let kind): record.kind == kind
    case .key(let kind, let key): record.kind == kind && record.key == key
    }
  }
}

extension RecordFilter: CustomStringConvertible {
  public var description: String {
    switch self {
    case .module(let name): name
    case .kind(let kind): "\(kind):*"
    case .key(let kind, let key): "\(kind):\(key)"
    }
  }
}

/// The active filters, and the entries of a list that could not be read.
struct RecordFilters: Equatable, Sendable {
  var filters: Set<RecordFilter> = []
  var problems: [ModuleProblem] = []

  /// The environment variable with a list of filters.
  static let environmentVariable = "MODKIT_DISABLE"

  init() {}

  /// Parses a comma-separated list.
  init(list: String, place: String = environmentVariable) {
    for entry in Self.entries(of: list) where !entry.isEmpty {
      if let filter = RecordFilter(entry) {
        filters.insert(filter)
      } else {
        problems.append(.invalidFilter(entry, in: place))
      }
    }
  }

  func contains(_ record: Record) -> Bool {
    filters.contains { $0.matches(record) }
  }

  /// Returns the entries of the list, without surrounding white space and with resolved
  /// backslashes.
  private static func entries(of list: String) -> [String] {
    var entries = [""]
    var isEscaped = false
    for character in list {
      if isEscaped {
        entries[entries.count - 1].append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "," {
        entries.append("")
      } else {
        entries[entries.count - 1].append(character)
      }
    }
    if isEscaped { entries[entries.count - 1].append("\\") }
    return entries.map { entry in
      let start = entry.drop(while: \.isWhitespace)
      return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
  }
}
