import RecordFormat

/// Which records to leave out, before any of their code runs.
///
/// Written as text, a filter is the name of a module (`Checkout`), a kind and a
/// key (`task:RefreshFeed`), or a whole kind (`task:*`). Where filters stand in
/// a list, a comma or a backslash that belongs to a key has a backslash before
/// it.
public enum RecordFilter: Hashable, Sendable {
  /// Every record of a module.
  case module(String)
  /// The records of a kind that have this key.
  case key(RecordKind, String)
  /// Every record of a kind.
  case kind(RecordKind)

  /// Creates the filter that this text describes, or nothing when it describes
  /// none.
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

/// The filters in force, and the entries of a list that could not be read.
struct RecordFilters: Equatable, Sendable {
  var filters: Set<RecordFilter> = []
  var problems: [ModuleProblem] = []

  /// The environment variable that lists filters.
  static let environmentVariable = "MODKIT_DISABLE"

  init() {}

  /// Reads a comma-separated list.
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

  /// The list's entries, without the white space around them and with their
  /// backslashes resolved.
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
