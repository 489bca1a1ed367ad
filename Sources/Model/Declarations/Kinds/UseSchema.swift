/// The detail of the record of a use, whose key is the name of what is used.
package struct UseSchema: Sendable, Equatable, Encodable {
  /// The kind of what is used, as nodes of the graph have it: `route`, `event`.
  package var target: String

  package init(target: String) {
    self.target = target
  }

  private enum CodingKeys: String, CodingKey {
    case target
  }

  package init(_ detail: JSONObject) throws(RecordFault) {
    target = try detail.requiredText(CodingKeys.target)
  }
}
