/// The expectations of a function with `@KhalaCall` of the route that it calls.
///
/// - Warning: Records of kind `khct` hand this out. Do not use it directly.
public struct __KhalaContract: Sendable {
  let url: String
  let parameters: [(name: String, type: any Any.Type)]
  let closureCount: Int
  let result: any Any.Type
  let isAsync: Bool

  init(
    _ url: String, _ parameters: [(String, any Any.Type)], closures: Int,
    result: any Any.Type, isAsync: Bool
  ) {
    self.url = url
    self.parameters = parameters.map { (name: $0.0, type: $0.1) }
    closureCount = closures
    self.result = result
    self.isAsync = isAsync
  }
}
