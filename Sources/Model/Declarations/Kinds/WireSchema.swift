/// The detail of a wire's record.
package struct WireSchema: Sendable, Equatable, Encodable {
  /// One end of a wire.
  package struct End: Sendable, Equatable, Encodable {
    /// The kind of the end: `event`, `task`, `call` and so on.
    package var kind: String
    /// The first name, or the expression of an unresolved end.
    package var name: String
    /// All names, or `nil` if the end has only one.
    package var names: [String]?
    /// The states of a task or a job that the wire observes.
    package var states: [String]?
    /// The queue of a job that is declared in other programs.
    package var queue: String?
    /// `true` if the job is stored in the transaction of the code that publishes the event.
    package var isDurable: Bool?
    /// `true` if only the running program knows the names.
    package var isUnresolved: Bool?

    package init(
      kind: String, names: [String], states: [String] = [], queue: String? = nil,
      isDurable: Bool = false, isUnresolved: Bool = false
    ) {
      self.kind = kind
      name = names.first ?? ""
      self.names = names.count > 1 ? names : nil
      self.states = states.isEmpty ? nil : states
      self.queue = queue
      self.isDurable = isDurable.orNil
      self.isUnresolved = isUnresolved.orNil
    }

    private enum CodingKeys: String, CodingKey {
      case kind, name, names, states, queue
      case isDurable = "durable"
      case isUnresolved = "unresolved"
    }

    init(_ detail: JSONObject) throws(RecordFault) {
      kind = try detail.requiredText(CodingKeys.kind)
      names = try detail.texts(CodingKeys.names)
      if let first = names?.first {
        name = first
      } else {
        name = try detail.requiredText(CodingKeys.name)
      }
      states = try detail.texts(CodingKeys.states)
      queue = try detail.text(CodingKeys.queue)
      isDurable = try detail.flag(CodingKeys.isDurable).orNil
      isUnresolved = try detail.flag(CodingKeys.isUnresolved).orNil
    }

    /// The names, at least one.
    package var allNames: [String] { names ?? [name] }
  }

  package var from: End
  package var to: End
  package var isFiltered: Bool?
  package var isMapped: Bool?
  /// `true` if it carries events in both directions.
  package var isJoined: Bool?

  package init(
    from: End, to: End, isFiltered: Bool = false, isMapped: Bool = false, isJoined: Bool = false
  ) {
    self.from = from
    self.to = to
    self.isFiltered = isFiltered.orNil
    self.isMapped = isMapped.orNil
    self.isJoined = isJoined.orNil
  }

  private enum CodingKeys: String, CodingKey {
    case from, to
    case isFiltered = "filtered"
    case isMapped = "mapped"
    case isJoined = "joined"
  }

  package init(_ detail: JSONObject) throws(RecordFault) {
    self.init(
      from: try End(detail.requiredObject(CodingKeys.from)),
      to: try End(detail.requiredObject(CodingKeys.to)),
      isFiltered: try detail.flag(CodingKeys.isFiltered),
      isMapped: try detail.flag(CodingKeys.isMapped),
      isJoined: try detail.flag(CodingKeys.isJoined))
  }
}
