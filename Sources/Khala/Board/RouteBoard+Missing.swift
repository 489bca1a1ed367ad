import Spelling

extension RouteBoard {
  /// Why an address leads nowhere.
  func miss(of address: RouteAddress) -> KhalaError {
    let url = address.textWithoutQuery
    guard let name = address.host, let function = address.components.first else {
      return .invalidURL(url)
    }
    guard let owner = classes[name] else { return classNotFound(name, url: url) }
    return .functionNotFound(
      ([function] + address.components.dropFirst()).joined(separator: "/"), in: name, url: url,
      functions: owner.functions.map(\.signature))
  }

  /// No module declares a routing class of this name.
  func classNotFound(_ name: String, url: String) -> KhalaError {
    .classNotFound(
      name, url: url, suggestions: EditDistance.nearest(to: name, among: classes.keys, atMost: 3))
  }
}
