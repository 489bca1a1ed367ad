import SectionRegistry

/// An observer that a record declares.
struct DeclaredObserver: Sendable {
  /// The attachment of an observer to a relay.
  struct Attachment: Sendable {
    /// A Boolean value that indicates whether the observer wants to know of the value
    /// that there is.
    let isReplaying: Bool
    /// Tells the observer of the value that there is.
    let replay: @Sendable () -> Void
  }

  /// The observers that the modules of this process declare in their binaries.
  static let declared = DeclaredValues(of: .observer, evaluate: DeclaredObserver.init)

  let key: UntypedKey
  let id: UInt64
  let name: String
  let module: String
  let fileID: String
  let line: Int
  let column: Int
  let priority: Int
  let isUnique: Bool
  let isReplayingCurrent: Bool
  private let attachment: __RelayObserver.Attach

  /// Loads what a record declares, which evaluates the key.
  ///
  /// A record that declares something else is in the registry's list of problems.
  init?(_ record: Record) {
    guard let value = record.load(as: __RelayObserver.self) else { return nil }
    key = value.key
    id = record.id
    name = value.name ?? "\(record.file):\(record.line)"
    module = record.module
    fileID = record.fileID
    line = record.line
    column = record.column
    priority = record.priority
    isUnique = value.isUnique
    isReplayingCurrent = value.isReplayingCurrent
    attachment = value.attach
  }

  /// Describes an observer that is added while the program runs.
  init(
    of key: UntypedKey, id: UInt64, name: String, module: String, fileID: String, line: Int,
    attach: @escaping __RelayObserver.Attach
  ) {
    self.key = key
    self.id = id
    self.name = name
    self.module = module
    self.fileID = fileID
    self.line = line
    column = 0
    priority = 0
    isUnique = false
    isReplayingCurrent = false
    attachment = attach
  }

  var place: String { "\(fileID):\(line)" }

  /// Returns whether this one comes before another that came at the same time.
  ///
  /// By priority, then in the order of declaration, which is the same in every
  /// build.
  func precedes(_ other: DeclaredObserver) -> Bool {
    if priority != other.priority { return priority > other.priority }
    if fileID != other.fileID { return fileID < other.fileID }
    return (line, column, id) < (other.line, other.column, other.id)
  }

  /// Puts the observer at a relay of its own, which comes after the key's.
  ///
  /// - Returns: Nothing if the relay has values of another type.
  func attach(to relay: any AnyObject & Sendable) -> Attachment? {
    attachment(relay, self)
  }
}
