import Synchronization

/// Tracks objects without retaining them, and reports the ones that still exist.
///
/// ```swift
/// let survivors = LeakCheck.survivors { check in
///   let cart = check.track(Cart())
///   cart.checkOut()
/// }
/// #expect(survivors.isEmpty)
/// ```
///
/// - Concurrency: All functions can be called from any thread.
public final class LeakCheck: Sendable {
  private let watched = Mutex<[Watched]>([])

  /// Creates a check that tracks no objects yet.
  public init() {}

  /// Tracks an object from now on.
  ///
  /// - Returns: The object, so that you can track it in the expression that creates it.
  @discardableResult
  public func track<Object: AnyObject>(
    _ object: Object, fileID: String = #fileID, line: Int = #line
  ) -> Object {
    let origin = Survivor(type: String(reflecting: type(of: object)), fileID: fileID, line: line)
    let entry = Watched(object, origin: origin)
    watched.withLock { $0.append(entry) }
    return object
  }

  /// The tracked objects that still exist, in the order in which they were tracked.
  ///
  /// - Concurrency: Can be read from any thread. If another thread releases an object at the same
  ///   time, its `deinit` may run on this thread. Read this after the tested code has finished.
  public var survivors: [Survivor] {
    // This uses a copy, because checking an object may release its last reference.
    watched.withLock(\.self).filter(\.isAlive).map(\.origin)
  }

  /// Runs `body` and returns the objects it tracked that still exist afterwards.
  ///
  /// - Returns: The objects, in the order in which they were tracked.
  /// - Throws: The errors of `body`.
  public static func survivors(after body: (LeakCheck) throws -> Void) rethrows -> [Survivor] {
    let check = LeakCheck()
    try body(check)
    return check.survivors
  }

  /// Runs an asynchronous `body` and returns the objects it tracked that still exist afterwards.
  ///
  /// Tasks that `body` started without waiting for them may retain objects a little longer. These
  /// objects are also returned.
  ///
  /// - Parameters:
  ///   - isolation: The isolation of `body`, by default the isolation of the caller.
  ///   - body: Creates and tracks objects.
  /// - Returns: The objects, in the order in which they were tracked.
  /// - Throws: The errors of `body`.
  public static func asyncSurvivors(
    isolation: isolated (any Actor)? = #isolation,
    after body: (LeakCheck) async throws -> Void
  ) async rethrows -> [Survivor] {
    let check = LeakCheck()
    try await body(check)
    return check.survivors
  }
}

/// An object that is tracked without being retained.
///
/// The compiler cannot verify that this is `Sendable`, because the object may not be. However, the
/// reference never changes, is never passed on, and is only compared with `nil`, which the runtime
/// does atomically.
private struct Watched: @unchecked Sendable {
  private weak let object: AnyObject?
  let origin: LeakCheck.Survivor

  init(_ object: AnyObject, origin: LeakCheck.Survivor) {
    self.object = object
    self.origin = origin
  }

  var isAlive: Bool { object != nil }
}

extension LeakCheck {
  /// An object that still existed when a ``LeakCheck`` was evaluated.
  public struct Survivor: Sendable, Hashable, CustomStringConvertible {
    /// The type of the object with its module: `Shop.Cart`.
    public let type: String
    /// The file in which it was tracked: `ShopTests/CartTests.swift`.
    public let fileID: String
    /// The line on which it was tracked.
    public let line: Int

    public var description: String {
      "\(type), tracked at \(fileID):\(line), is still alive"
    }
  }
}
