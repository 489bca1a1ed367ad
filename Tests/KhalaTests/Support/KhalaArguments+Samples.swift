@testable import Khala

extension KhalaArguments {
  /// What came with a call, from values alone.
  init(
    function: String, params: [AnyHashable: Any] = [:],
    queryValues: [(name: String, value: String?)] = [], closures: [KhalaClosure] = []
  ) {
    let closure = CallClosure(
      .sync { _ in nil }, name: function, place: KhalaPlace(fileID: #fileID, line: #line))
    self.init(
      for: .closure(closure),
      contents: CallContents(
        address: .root, given: params,
        otherItems: queryValues.map { RouteQueryItem($0.name, $0.value) }),
      closures: closures)
  }
}
