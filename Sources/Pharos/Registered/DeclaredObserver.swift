import SectionRegistry

/// An observer that a record declares.
struct DeclaredObserver: Sendable {
  /// The connection of an observer with a relay.
  struct Attachment: Sendable {
    /// A Boolean value that indicates whether the observer is called with the current value when it
    /// is added.
    let isReplaying: Bool
    /// Calls the observer with the current value.
    let replay: @Sendable () -> Void
  }

  /// The observers that the modules of this process declare in their binaries.
  static let declared = DeclaredValues(of: .observer, evaluate: DeclaredObserver.init)

  let key: UntypedKey
  let id: UInt64
  let name: String
  let module: String
  let location: CodeLocation
  private let column: Int
  let priority: Int
  let isUnique: Bool
  let isReplayingCurrent: Bool
  private let attachment: __RelayObserver.Attach

  /// Loads a record, which evaluates the key.
  ///
  /// Returns `nil` if the record declares something else, which the registry reports.
  init?(_ record: Record) {
    guard let value = record.load(as: __RelayObserver.self) else { return nil }
    key = value.key
    id = record.id
    name = value.name ?? "\(record.file):\(record.line)"
    module = record.module
    location = CodeLocation(fileID: record.fileID, line: record.line)
    column = record.column
    priority = record.priority
    isUnique = value.isUnique
    isReplayingCurrent = value.isReplayingCurrent
    attachment = value.attach
  }

  /// Creates an observer that is added while the program runs.
  init(
    of key: UntypedKey, id: UInt64, name: String, module: String,
    location: CodeLocation, attach: @escaping __RelayObserver.Attach
  ) {
    self.key = key
    self.id = id
    self.name = name
    self.module = module
    self.location = location
    column = 0
    priority = 0
    isUnique = false
    isReplayingCurrent = false
    attachment = attach
  }

  /// The observer as the condition of a fresh state sees it, named after its key.
  var item: DeclaredItem { DeclaredItem(name: key.name, location: location, priority: priority) }

  /// Returns whether this observer comes before another that was found at the same time.
  ///
  /// They are ordered by priority, then by declaration, which is the same in every build.
  func precedes(_ other: DeclaredObserver) -> Bool {
    if priority != other.priority { return priority > other.priority }
    let (here, there) = (location, other.location)
    if here.fileID != there.fileID { return here.fileID < there.fileID }
    return (here.line, column, id) < (there.line, other.column, other.id)
  }

  /// Adds the observer to a new relay after the key's relay.
  ///
  /// - Returns: `nil` if the values of the relay have another type.
  func attach(to relay: any AnyObject & Sendable) -> Attachment? {
    attachment(relay, self)
  }
}
