import SectionRegistry
import Synchronization

/// A callback, declared in a binary or added at run time.
///
/// Declared ones are shared by all centers; whether one has run is the center's
/// business.
final class Callback: Sendable {
  /// The origin of a callback.
  enum Origin: Sendable, Hashable {
    /// A record in this image, which announces its `load` if the record says so.
    case record(id: UInt64, column: Int, image: ImageID, isAnnounced: Bool)
    /// A call; the number counts them.
    case call(number: Int)
  }

  let event: RheaEvent
  let priority: RheaPriority
  let isRepeatable: Bool
  let body: CallbackBody
  /// The function of a body that returns at once; does nothing for others.
  ///
  /// Beside ``body``, because taking it out of there would count a reference to it in every
  /// call.
  let syncBody: SyncBody
  private let givenName: String?
  let location: CodeLocation
  let origin: Origin
  /// Keeps occurrences that have not reached a cancelled callback from running
  /// it.
  let isCancelled = Atomic(false)

  init(
    event: RheaEvent, priority: RheaPriority, isRepeatable: Bool, body: CallbackBody, name: String?,
    location: CodeLocation, origin: Origin
  ) {
    self.event = event
    self.priority = priority
    self.isRepeatable = isRepeatable
    self.body = body
    syncBody = if case .sync(let body) = body { body } else { .nothing }
    givenName = name
    self.location = location
    self.origin = origin
  }

  /// Made when it is asked for: most callbacks are never listed or traced.
  var name: String { givenName ?? "\(location.file):\(location.line)" }

  private static let calls = Atomic(0)

  /// Numbers callbacks added at run time in the order of the calls.
  static func nextCallNumber() -> Int {
    calls.add(1, ordering: .relaxed).newValue
  }

  /// The image that declares it; nothing if it was added at run time.
  var image: ImageID? {
    if case .record(_, _, let image, _) = origin { image } else { nil }
  }

  /// The callback as the public sees it.
  func description(state: RheaCallback.State, skips: Int = 0) -> RheaCallback {
    RheaCallback(
      event: event, name: name, location: location, priority: priority, isRepeatable: isRepeatable,
      isAsync: body.isConcurrent, isDeclared: image != nil, state: state, skips: skips)
  }

  /// Returns whether this one runs before another of the same event.
  ///
  /// By priority, then in the order of declaration, which is the same in every
  /// build; those added at run time come after those declared, as they came.
  func precedes(_ other: Callback) -> Bool {
    if priority != other.priority { return priority > other.priority }
    switch (origin, other.origin) {
    case (.record(let id, let column, _, _), .record(let otherID, let otherColumn, _, _)):
      if location.fileID != other.location.fileID { return location.fileID < other.location.fileID }
      return (location.line, column, id) < (other.location.line, otherColumn, otherID)
    case (.call(let number), .call(let otherNumber)): return number < otherNumber
    case (.record, .call): return true
    case (.call, .record): return false
    }
  }
}
