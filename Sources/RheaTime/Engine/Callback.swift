import SectionRegistry
import Synchronization

/// A callback, declared in a binary or added at run time.
///
/// All centers share the declared callbacks. Each center records which ones have run.
final class Callback: Sendable {
  /// The origin of a callback.
  enum Origin: Sendable, Hashable {
    /// A record in this image.
    ///
    /// The image announces its `load` if the record requires it.
    case record(id: UInt64, column: Int, image: ImageID, isAnnounced: Bool)
    /// A call of `Rhea.on`, with its serial number.
    case call(number: Int)
  }

  let event: RheaEvent
  /// The names of the event in earlier builds.
  let formerNames: [RheaEvent]
  let priority: RheaPriority
  let isRepeatable: Bool
  let body: CallbackBody
  /// The function of a synchronous body.
  ///
  /// For other bodies it does nothing.
  ///
  /// It is stored beside ``body``, because extracting it from there would retain it in every call.
  let syncBody: SyncBody
  /// The type of the event's value, or `nil` if the event has no type.
  let payload: (any Sendable.Type)?
  private let givenName: String?
  let location: CodeLocation
  let origin: Origin
  /// Prevents an occurrence that has already taken a cancelled callback from running it.
  let isCancelled = Atomic(false)

  init(
    event: RheaEvent, formerNames: [RheaEvent] = [], priority: RheaPriority, isRepeatable: Bool,
    body: CallbackBody, payload: (any Sendable.Type)? = nil, name: String?, location: CodeLocation,
    origin: Origin
  ) {
    self.event = event
    self.formerNames = formerNames
    self.priority = priority
    self.isRepeatable = isRepeatable
    self.body = body
    self.payload = payload
    syncBody = if case .sync(let body) = body { body } else { .nothing }
    givenName = name
    self.location = location
    self.origin = origin
  }

  /// Computed on demand, because most callbacks are never listed or traced.
  var name: String { givenName ?? "\(location.file):\(location.line)" }

  private static let calls = Atomic(0)

  /// Returns the serial number of a callback that is added at run time.
  static func nextCallNumber() -> Int {
    calls.add(1, ordering: .relaxed).newValue
  }

  /// The image that declares the callback, or `nil` if it was added at run time.
  var image: ImageID? {
    if case .record(_, _, let image, _) = origin { image } else { nil }
  }

  /// Returns the public description of the callback.
  func description(state: RheaCallback.State, skips: Int = 0) -> RheaCallback {
    RheaCallback(
      event: event, name: name, location: location, priority: priority, isRepeatable: isRepeatable,
      isAsync: body.isConcurrent, isDeclared: image != nil, state: state, skips: skips)
  }

  /// Returns whether the callback runs before another one of the same event.
  ///
  /// They are ordered by priority, then by declaration, which gives the same order in every build.
  /// Callbacks that were added at run time come after declared ones, in the order in which they
  /// were added.
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
