/// Which calls share one execution.
public struct KhalaSharing: Sendable, Hashable {
  private enum Kind { case nothing, identical }

  private let kind: Kind

  /// Each call is made by itself.
  public static let none = KhalaSharing(kind: .nothing)

  /// Calls that are the same and under way at the same time are made once.
  ///
  /// The same are those of one URL, with the same query in the same order, that
  /// ask for a result of one type. Calls with `params` or closures are never
  /// shared, as there is no way to tell whether two of those are the same.
  public static let identical = KhalaSharing(kind: .identical)
}
