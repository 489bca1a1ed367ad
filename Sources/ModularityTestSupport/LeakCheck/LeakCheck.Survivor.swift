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
