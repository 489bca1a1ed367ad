/// The detail of a job's record, whose key is the job's name.
package struct JobSchema: Sendable, Equatable, Encodable {
  /// The name of its queue; `nil` if it is that of a type's static property.
  package var queue: String?
  /// The type of the payload as written; `nil` if it is not written there.
  package var payload: String?
  /// The type of the result, as written.
  package var result: String?
  /// The traits, as written.
  package var traits: [String]?

  package init(
    queue: String?, payload: String? = nil, result: String? = nil, traits: [String]? = nil
  ) {
    self.queue = queue
    self.payload = payload
    self.result = result
    self.traits = traits
  }

  private enum CodingKeys: String, CodingKey {
    case queue, payload, result, traits
  }

  package init(_ detail: JSONObject) throws(RecordFault) {
    self.init(
      queue: try detail.text(CodingKeys.queue) ?? "default",
      payload: try detail.text(CodingKeys.payload), result: try detail.text(CodingKeys.result),
      traits: try detail.texts(CodingKeys.traits))
  }
}
