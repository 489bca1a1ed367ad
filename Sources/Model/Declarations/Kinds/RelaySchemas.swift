/// The detail of the record of an observer of a shared relay.
package struct ObserverSchema: Sendable, Equatable, Encodable {
  /// The name of the function, or `nil` for a closure.
  package var function: String?
  /// `true` if the observer is called only for values that differ.
  package var isUnique: Bool?
  /// `true` if the observer is called with the current value when it starts.
  package var isReplayingCurrent: Bool?

  package init(function: String? = nil, isUnique: Bool = false, isReplayingCurrent: Bool = false) {
    self.function = function
    self.isUnique = isUnique.orNil
    self.isReplayingCurrent = isReplayingCurrent.orNil
  }

  private enum CodingKeys: String, CodingKey {
    case function = "func"
    case isUnique = "unique"
    case isReplayingCurrent = "replayingCurrent"
  }

  package init(_ detail: JSONObject) throws(RecordFault) {
    self.init(
      function: try detail.text(CodingKeys.function),
      isUnique: try detail.flag(CodingKeys.isUnique),
      isReplayingCurrent: try detail.flag(CodingKeys.isReplayingCurrent))
  }
}

/// The detail of the record of a relay's key.
package struct RelayKeySchema: Sendable, Equatable, Encodable {
  /// The name of the property that declares the key.
  package var member: String?
  /// The type of the relay's values, as written.
  package var type: String?
  /// The names of the key in earlier builds.
  package var formerNames: [String]?

  package init(member: String? = nil, type: String? = nil, formerNames: [String]? = nil) {
    self.member = member
    self.type = type
    self.formerNames = formerNames
  }

  private enum CodingKeys: String, CodingKey {
    case member, type
    case formerNames = "formerly"
  }

  package init(_ detail: JSONObject) throws(RecordFault) {
    member = try detail.text(CodingKeys.member)
    type = try detail.text(CodingKeys.type)
    formerNames = try detail.texts(CodingKeys.formerNames)
  }
}

extension Bool {
  /// `true`, or `nil` for `false`, which details omit.
  var orNil: Bool? { self ? true : nil }
}
