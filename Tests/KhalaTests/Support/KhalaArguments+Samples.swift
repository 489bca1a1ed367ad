@testable import Khala

extension KhalaArguments {
  /// What came with a call, from values alone.
  init(
    function: String, params: [AnyHashable: Any] = [:],
    queryValues: [(name: String, value: String?)] = [], closures: [KhalaClosure] = []
  ) {
    self.init(
      function: FunctionName(owner: nil, name: function), params: params,
      items: queryValues.map { RouteQueryItem($0.name, $0.value) }, closures: closures)
  }
}
