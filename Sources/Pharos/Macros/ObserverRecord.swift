import SectionRegistry
import ToolkitTrace

/// The value of a record of kind `phob`.
///
/// - Warning: The macros of Pharos write this into records. Do not use it directly.
public struct __RelayObserver: Sendable {
  /// Adds the observer to a relay, or returns `nil` if the relay has another type.
  typealias Attach =
    @Sendable (any AnyObject & Sendable, DeclaredObserver) -> DeclaredObserver.Attachment?

  let key: UntypedKey
  /// The name of the function, or `nil` for a closure.
  let name: String?
  let isUnique: Bool
  let isReplayingCurrent: Bool
  let attach: Attach
}

/// The accessors of records of kind `phob`.
///
/// The overloads let the type checker select the form for the closure or function that was written.
/// The macro itself only distinguishes `unique: true`.
///
/// - Warning: The macros of Pharos write calls of these. Do not call them directly.
public enum __ObserverRecord {
  public static func every<Value>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, _ key: RelayKey<Value>,
    _ name: String?, _ isReplayingCurrent: Bool,
    _ body: @escaping @isolated(any) @Sendable (Changes<Value>) -> Void
  ) -> Bool {
    unsafe provide(
      out, type, key, name, isReplayingCurrent, sparing: nil,
      on: body.isolation, withoutIsolation(body))
  }

  public static func every<Value>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, _ key: RelayKey<Value>,
    _ name: String?, _ isReplayingCurrent: Bool,
    _ body: @escaping @isolated(any) @Sendable () -> Void
  ) -> Bool {
    let call = withoutIsolation(body)
    return unsafe provide(
      out, type, key, name, isReplayingCurrent, sparing: nil,
      on: body.isolation, { _ in call() })
  }

  public static func unique<Value: Equatable>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, _ key: RelayKey<Value>,
    _ name: String?, _ isReplayingCurrent: Bool,
    _ body: @escaping @isolated(any) @Sendable (Changes<Value>) -> Void
  ) -> Bool {
    unsafe provide(
      out, type, key, name, isReplayingCurrent, sparing: isRepetition,
      on: body.isolation, withoutIsolation(body))
  }

  public static func unique<Value: Equatable>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, _ key: RelayKey<Value>,
    _ name: String?, _ isReplayingCurrent: Bool,
    _ body: @escaping @isolated(any) @Sendable () -> Void
  ) -> Bool {
    let call = withoutIsolation(body)
    return unsafe provide(
      out, type, key, name, isReplayingCurrent, sparing: isRepetition,
      on: body.isolation, { _ in call() })
  }

  /// Returns whether unique observers ignore a change.
  ///
  /// They do not ignore manual invocations, which replay a value that is new to them.
  private static func isRepetition<Value: Equatable>(_ change: Changes<Value>) -> Bool {
    change.isNotChanging && !change.invokedManually
  }

  private static func provide<Value>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, _ key: RelayKey<Value>,
    _ name: String?, _ isReplayingCurrent: Bool,
    sparing isSpared: (@Sendable (Changes<Value>) -> Bool)?, on actor: (any Actor)?,
    _ body: @escaping @Sendable (Changes<Value>) -> Void
  ) -> Bool {
    unsafe SectionRegistry.__provide(out, type) {
      __RelayObserver(
        key: UntypedKey(key), name: name, isUnique: isSpared != nil,
        isReplayingCurrent: isReplayingCurrent
      ) { relay, observer in
        guard let relay = relay as? SharedRelay<Value> else { return nil }
        return relay.attach(observer, sparing: isSpared, on: actor, body)
      }
    }
  }
}

extension SharedRelay {
  /// Adds a relay with a declared observer after this one.
  fileprivate func attach(
    _ observer: DeclaredObserver, sparing isSpared: (@Sendable (Changes<Value>) -> Bool)?,
    on actor: (any Actor)?, _ body: @escaping @Sendable (Changes<Value>) -> Void
  ) -> DeclaredObserver.Attachment {
    let (name, module) = (observer.name, observer.module)
    let relay = nextRelay()
    relay.observe(on: actor, sparing: isSpared) { change in
      Trace.span(name, kind: .relay, module: module) { body(change) }
    }
    // The process manages the relay, as a retainer would.
    core.claim(relay.slot)
    return DeclaredObserver.Attachment(isReplaying: observer.isReplayingCurrent) {
      relay.core.replay(to: relay.slot)
    }
  }
}
