/// The detail of a record, by its kind.
package indirect enum Declaration: Sendable, Equatable {
  case callback(CallbackSchema)
  case routingClass(RoutingClassSchema)
  case contract(ContractSchema)
  case observer(ObserverSchema)
  case relayKey(RelayKeySchema)
  case task(TaskSchema)
  case job(JobSchema)
  case wire(WireSchema)
  case use(UseSchema)
  /// A listener of ProcessLifecycle, with any detail.
  case listener(JSONObject)
  /// A record of another kind, with any detail.
  case custom(JSONObject)

  /// Parses the detail of a record of a kind.
  ///
  /// - Throws: The first fault in it.
  package init(_ kind: RecordKind, _ detail: JSONObject) throws(RecordFault) {
    switch kind {
    case .callback: self = .callback(try CallbackSchema(detail))
    case .routingClass: self = .routingClass(try RoutingClassSchema(detail))
    case .contract: self = .contract(try ContractSchema(detail))
    case .observer: self = .observer(try ObserverSchema(detail))
    case .relayKey: self = .relayKey(try RelayKeySchema(detail))
    case .eventTask, .notificationTask, .scheduledTask: self = .task(try TaskSchema(detail))
    case .job: self = .job(try JobSchema(detail))
    case .wire: self = .wire(try WireSchema(detail))
    case .use: self = .use(try UseSchema(detail))
    case .lifecycleListener: self = .listener(detail)
    default: self = .custom(detail)
    }
  }
}

/// The detail of a use's record, whose key is the name of the used item.
package struct UseSchema: Sendable, Equatable, Encodable {
  /// The kind of the used item, as in nodes of the graph: `route`, `event`.
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

/// The detail of a callback's record.
package struct CallbackSchema: Sendable, Equatable, Encodable {
  /// The name of the function, or `nil` for a closure.
  package var function: String?
  /// The source of a priority that only the running program knows.
  package var priority: String?
  /// The type of a typed event's values, as the closure writes it.
  package var payload: String?
  /// The names of the event in earlier builds.
  package var formerNames: [String]?

  package init(
    function: String? = nil, priority: String? = nil, payload: String? = nil,
    formerNames: [String]? = nil
  ) {
    self.function = function
    self.priority = priority
    self.payload = payload
    self.formerNames = formerNames
  }

  private enum CodingKeys: String, CodingKey {
    case function = "func"
    case priority, payload
    case formerNames = "formerly"
  }

  package init(_ detail: JSONObject) throws(RecordFault) {
    function = try detail.text(CodingKeys.function)
    priority = try detail.text(CodingKeys.priority)
    payload = try detail.text(CodingKeys.payload)
    formerNames = try detail.texts(CodingKeys.formerNames)
  }
}

/// The detail of a job's record, whose key is the job's name.
package struct JobSchema: Sendable, Equatable, Encodable {
  /// The name of the queue, or `nil` if a type's static property defines it.
  package var queue: String?
  /// The type of the payload as written, or `nil` if it is not written there.
  package var payload: String?
  /// The type of the result, as written.
  package var result: String?
  /// The traits, as written.
  package var traits: [String]?
  /// The names of the job in earlier builds.
  package var formerNames: [String]?
  /// The queues of the job in earlier builds.
  package var formerQueues: [String]?
  /// The steps that its closure calls by literal names, in their order: `step pay`, `sleep`.
  package var steps: [String]?

  package init(
    queue: String?, payload: String? = nil, result: String? = nil, traits: [String]? = nil,
    formerNames: [String]? = nil, formerQueues: [String]? = nil, steps: [String]? = nil
  ) {
    self.queue = queue
    self.payload = payload
    self.result = result
    self.traits = traits
    self.formerNames = formerNames
    self.formerQueues = formerQueues
    self.steps = steps
  }

  private enum CodingKeys: String, CodingKey {
    case queue, payload, result, traits, formerQueues, steps
    case formerNames = "formerly"
  }

  package init(_ detail: JSONObject) throws(RecordFault) {
    self.init(
      queue: try detail.text(CodingKeys.queue), payload: try detail.text(CodingKeys.payload),
      result: try detail.text(CodingKeys.result),
      traits: try detail.texts(CodingKeys.traits),
      formerNames: try detail.texts(CodingKeys.formerNames),
      formerQueues: try detail.texts(CodingKeys.formerQueues),
      steps: try detail.texts(CodingKeys.steps))
  }
}

extension DeclaredRecord {
  /// Returns the declaration of the record.
  ///
  /// - Throws: A fault if the detail is invalid.
  package func declaration() throws(RecordFault) -> Declaration {
    try Declaration(kind, JSONObject(json: detail))
  }
}
