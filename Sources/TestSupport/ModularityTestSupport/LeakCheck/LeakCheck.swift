import Synchronization

/// Watches objects without keeping them, and tells which are still alive.
///
/// ```swift
/// let survivors = LeakCheck.survivors { check in
///   let cart = check.track(Cart())
///   cart.checkOut()
/// }
/// #expect(survivors.isEmpty)
/// ```
///
/// - Concurrency: All methods may be called from any thread.
public final class LeakCheck: Sendable {
  private let watched = Mutex<[Watched]>([])

  /// Creates a check that watches nothing yet.
  public init() {}

  /// Watches an object from now on.
  ///
  /// - Returns: The object, so that one can be watched where it is created.
  @discardableResult
  public func track<Object: AnyObject>(
    _ object: Object, fileID: String = #fileID, line: Int = #line
  ) -> Object {
    let origin = Survivor(type: String(reflecting: type(of: object)), fileID: fileID, line: line)
    let entry = Watched(object, origin: origin)
    watched.withLock { $0.append(entry) }
    return object
  }

  /// The watched objects that are alive now, in the order they were tracked.
  ///
  /// - Concurrency: May be asked from any thread. If another lets go of an object
  ///   at the same moment, its `deinit` may run on this one; ask when the code
  ///   under test has finished.
  public var survivors: [Survivor] {
    // A copy, because looking at an object may be what ends its life.
    watched.withLock(\.self).filter(\.isAlive).map(\.origin)
  }

  /// Runs `body` and tells which objects that it tracked outlive it.
  ///
  /// - Returns: The survivors, in the order they were tracked.
  /// - Throws: What `body` throws.
  public static func survivors(after body: (LeakCheck) throws -> Void) rethrows -> [Survivor] {
    let check = LeakCheck()
    try body(check)
    return check.survivors
  }

  /// Runs an asynchronous `body` and tells which objects that it tracked outlive
  /// it.
  ///
  /// Tasks that `body` started and did not wait for may keep objects alive a
  /// little longer, and these then count as survivors.
  ///
  /// - Parameters:
  ///   - isolation: Where `body` runs: where the caller does.
  ///   - body: What creates and tracks objects.
  /// - Returns: The survivors, in the order they were tracked.
  /// - Throws: What `body` throws.
  public static func asyncSurvivors(
    isolation: isolated (any Actor)? = #isolation,
    after body: (LeakCheck) async throws -> Void
  ) async rethrows -> [Survivor] {
    let check = LeakCheck()
    try await body(check)
    return check.survivors
  }
}

/// An object that is watched without being kept.
///
/// The compiler cannot see that this is `Sendable`, because the object need not
/// be. It is: the reference never changes, is only compared with `nil`, which the
/// runtime does atomically, and is never handed out.
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
  /// An object that was still alive when a ``LeakCheck`` looked.
  public struct Survivor: Sendable, Hashable, CustomStringConvertible {
    /// The object's type, with its module: `Shop.Cart`.
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
