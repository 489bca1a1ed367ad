@testable import Khala

extension KhalaArguments {
  /// What came with a call, from values alone.
  init(
    function: String, params: [AnyHashable: Any] = [:],
    queryValues: [(name: String, value: String?)] = [], closures: [KhalaClosure] = []
  ) {
    let target = RouteTarget(
      .sync { _, _ in nil }, name: function, location: CodeLocation(fileID: #fileID, line: #line))
    self.init(
      for: target,
      contents: CallContents(
        address: .root, given: params,
        otherItems: queryValues.map { RouteQueryItem($0.name, $0.value) }),
      closures: closures)
  }
}
