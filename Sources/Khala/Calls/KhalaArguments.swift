/// What came with a call, as the parameters of a routing function want it.
///
/// - Warning: The macro `@KhalaModule` writes calls of this. Do not use it
///   directly.
public struct __KhalaArguments {
  /// Everything that came with the call by name.
  public let info: [String: Any]
  let closures: [KhalaClosure]

  /// The same with keys of any type.
  public var anyInfo: [AnyHashable: Any] { info }

  /// The caller's closure at this place; one that does nothing if there is none.
  public func closure(_ index: Int) -> KhalaClosure {
    guard closures.indices.contains(index) else { return { _ in } }
    return closures[index]
  }
}
