/// What came with a call, as the parameters of a routing function want it.
///
/// - Warning: The macro `@KhalaModule` writes calls of this. Do not use it
///   directly.
public struct __KhalaArguments {
  let node: KhalaNode
  let captures: RouteCaptures?
  let closures: [KhalaClosure]

  /// Everything that came with the call by name.
  public var info: [String: Any] {
    guard let captures, captures.count > 0 else { return node.info }
    return node.info.merging(captures.dictionary) { given, _ in given }
  }

  /// The same with keys of any type.
  public var anyInfo: [AnyHashable: Any] {
    guard let captures, captures.count > 0 else { return node.params }
    var values = node.params
    for (name, value) in captures.dictionary where values[name] == nil { values[name] = value }
    return values
  }

  /// The caller's closure at this place; one that does nothing if there is none.
  public func closure(_ index: Int) -> KhalaClosure {
    guard closures.indices.contains(index) else { return { _ in } }
    return closures[index]
  }
}
