/// The calls whose filters and interceptors are running in the current task, each
/// made by those of the one before.
///
/// It finds calls that come back to their own filter or interceptor, and is followed
/// only while these run.
final class CallTrail: Sendable {
  /// The number of places to which a call may be sent, and the depth of calls inside each other.
  static let limit = 16

  @TaskLocal private static var current: CallTrail?

  private let place: RouteAddress
  private let outer: CallTrail?
  private let depth: Int

  private init(_ place: RouteAddress, in outer: CallTrail?) {
    self.place = place
    self.outer = outer
    depth = (outer?.depth ?? 0) + 1
  }

  /// Runs a rule for a call to a place.
  ///
  /// - Throws: What the rule throws, as the reason for which the call is refused.
  static func follow<Result>(
    to place: RouteAddress, _ rule: () throws -> Result
  ) throws(KhalaError) -> Result {
    let trail = try next(place)
    do {
      return try $current.withValue(trail, operation: rule)
    } catch {
      throw .refused(with: error, url: place.textWithoutQuery)
    }
  }

  /// Runs a rule that suspends for a call to a place.
  ///
  /// - Throws: What the rule throws, as the reason for which the call is refused.
  nonisolated(nonsending) static func follow<Result>(
    to place: RouteAddress, _ rule: nonisolated(nonsending) () async throws -> Result
  ) async throws(KhalaError) -> Result {
    let trail = try next(place)
    do {
      return try await $current.withValue(trail, operation: rule)
    } catch {
      throw .refused(with: error, url: place.textWithoutQuery)
    }
  }

  private static func next(_ place: RouteAddress) throws(KhalaError) -> CallTrail {
    let trail = CallTrail(place, in: current)
    guard trail.depth <= limit else { throw .redirectLoop(trail.places) }
    return trail
  }

  /// The places, the first one first.
  private var places: [RouteAddress] {
    var places: [RouteAddress] = []
    var trail: CallTrail? = self
    while let one = trail {
      places.append(one.place)
      trail = one.outer
    }
    return places.reversed()
  }
}
