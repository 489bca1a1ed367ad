/// The detail of a callback's record.
package struct CallbackSchema: Sendable, Equatable, Encodable {
  /// The name of the function, if it is no closure.
  package var function: String?
  /// The source of a priority that only the running program knows.
  package var priority: String?

  package init(function: String? = nil, priority: String? = nil) {
    self.function = function
    self.priority = priority
  }

  private enum CodingKeys: String, CodingKey {
    case function = "func"
    case priority
  }

  package init(_ detail: JSONObject) throws(RecordFault) {
    function = try detail.text(CodingKeys.function)
    priority = try detail.text(CodingKeys.priority)
  }
}
