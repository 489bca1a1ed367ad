import Declarations

extension GraphDraft {
  /// Reads a record into nodes and edges.
  ///
  /// If the detail of a record is invalid, it is reported, and the record still has a node.
  mutating func read(_ reading: RecordReading) {
    let record = reading.record
    switch reading.declaration {
    case .success(let declaration): read(record, as: declaration)
    case .failure(let fault):
      switch record.kind {
      // KhalaRoutes reports the errors of its own kinds.
      case .routingClass:
        declare(Node(kind: .routeClass, name: record.key, locations: [record.location]))
      case .contract: readContract(record, ContractSchema(parameters: []))
      case .wire:
        problems.append(.unreadable(record, because: fault))
        declare(Node(kind: .wire, name: record.key, locations: [record.location]))
      default:
        problems.append(.unreadable(record, because: fault))
        if let empty = try? Declaration(record.kind, .empty) { read(record, as: empty) }
      }
    }
  }

  private mutating func read(_ record: DeclaredRecord, as declaration: Declaration) {
    switch declaration {
    case .callback(let schema): readCallback(record, schema)
    case .observer(let schema): readObserver(record, schema)
    case .relayKey(let schema): readRelayKey(record, schema)
    case .routingClass(let schema): readRoutingClass(record, schema)
    case .contract(let schema): readContract(record, schema)
    case .task(let schema): readTask(record, schema)
    case .job(let schema): readJob(record, schema)
    case .wire(let schema): readWire(record, schema)
    case .use(let schema): readUse(record, schema)
    case .listener(let detail): readListener(record, detail)
    case .custom(let detail): readCustom(record, detail)
    }
  }

  // MARK: - The single kinds

  private mutating func readCallback(_ record: DeclaredRecord, _ schema: CallbackSchema) {
    let name = record.name
    let event = mention(.event, name, at: record.location)
    var attributes: [ModuleGraph.Attribute] = [.init("event", .text(name.text))]
    attributes += priority(of: record, source: schema.priority)
    if record.flags.contains(.repeatable) { attributes.append(.init("repeats", true)) }
    attributes += isolation(of: record)
    if let names = schema.formerNames {
      let attribute = ModuleGraph.Attribute("formerly", .list(names))
      attributes.append(attribute)
      merge(Node(kind: .event, name: name.text, attributes: [attribute], certainty: .mentioned))
    }
    let id = declare(
      Node(
        id: Node.id(.callback, record: record.id), kind: .callback,
        name: schema.function ?? "\(name.text) in \(record.location.file)",
        locations: [record.location],
        attributes: attributes))
    join(id, .listens, event, isCertain: !name.isUnresolved)
  }

  private mutating func readObserver(_ record: DeclaredRecord, _ schema: ObserverSchema) {
    let declaredName = record.name.isUnresolved ? declaredKeys.name(for: record.key) : nil
    let name = current(declaredName.map { SourceName($0) } ?? record.name, of: .relay)
    let relay = mention(.relay, name, at: record.location)
    var node = Node(
      id: Node.id(.observer, record: record.id), kind: .observer,
      name: schema.function ?? "\(name.text) in \(record.location.file)",
      locations: [record.location],
      attributes: [.init("relay", .text(name.text))] + priority(of: record))
    if schema.isUnique == true { node.attributes.append(.init("unique", true)) }
    if schema.isReplayingCurrent == true { node.attributes.append(.init("replaysCurrent", true)) }
    let declared = declare(node)
    join(declared, .observes, relay, isCertain: !record.name.isUnresolved)
    if let use = RelayKeyUse(record, id: declared) { observedKeys.append(use) }
  }

  private mutating func readRelayKey(_ record: DeclaredRecord, _ schema: RelayKeySchema) {
    let name = record.name
    var attributes: [ModuleGraph.Attribute] = []
    if let type = schema.type { attributes.append(.init("type", .text(type))) }
    if let member = schema.member { attributes.append(.init("member", .text(member))) }
    if let names = schema.formerNames { attributes.append(.init("formerly", .list(names))) }
    // Several modules may declare a key with the same name.
    merge(
      Node(kind: .relay, name: name.text, locations: [record.location], attributes: attributes))
    if let type = schema.type, !name.isUnresolved {
      namedKeys.append(
        RelayKeyUse(
          key: SpelledRelayKey(name: name.text, valueType: type),
          mention: "the key at \(record.location)", location: record.location,
          id: Node.id(.relay, name.text)))
    }
  }

  private mutating func readJob(_ record: DeclaredRecord, _ schema: JobSchema) {
    let id = Node.id(.job, record.key)
    if let first = node(id) { problems.append(.duplicateKey(record, after: first)) }
    var attributes: [ModuleGraph.Attribute] = [
      .init("queue", schema.queue.map { .text($0) } ?? Node.unknownQueue)
    ]
    if let payload = schema.payload { attributes.append(.init("payload", .text(payload))) }
    if let result = schema.result { attributes.append(.init("result", .text(result))) }
    if let traits = schema.traits { attributes.append(.init("traits", .list(traits))) }
    if let names = schema.formerNames { attributes.append(.init("formerly", .list(names))) }
    if let queues = schema.formerQueues {
      attributes.append(.init("formerQueues", .list(queues)))
    }
    if let steps = schema.steps { attributes.append(.init("steps", .list(steps))) }
    declare(
      Node(
        id: id, kind: .job, name: record.key, locations: [record.location],
        attributes: attributes))
  }

  private mutating func readListener(_ record: DeclaredRecord, _ detail: JSONObject) {
    declare(
      Node(
        id: Node.id(.listener, record: record.id), kind: .listener,
        name: "\(record.key) in \(record.location.file)", locations: [record.location],
        attributes: [.init("phase", .text(record.key))] + priority(of: record)
          + detail.attributes))
  }

  /// Reads a record of a kind that users have defined.
  private mutating func readCustom(_ record: DeclaredRecord, _ detail: JSONObject) {
    let name = record.name
    let kind = Node.Kind(rawValue: "\(record.kind)")
    let id = Node.id(kind, name.text)
    if record.flags.contains(.unique), let first = node(id) {
      problems.append(.duplicateKey(record, after: first))
    }
    let source: String? =
      if case .string(let text)? = detail.values["priority"] { text } else { nil }
    declare(
      Node(
        id: id, kind: kind, name: name.text, module: record.module, locations: [record.location],
        attributes: priority(of: record, source: source) + isolation(of: record)
          + detail.attributes,
        certainty: .declared))
  }

  // MARK: - Earlier names

  /// Returns the current names of events and relays, by the ids of their earlier names.
  static func currentNames(_ readings: [RecordReading]) -> [Node.ID: SourceName] {
    var names: [Node.ID: SourceName] = [:]
    for reading in readings {
      let (kind, formerNames): (Node.Kind, [String]?) =
        switch reading.declaration {
        case .success(.callback(let schema)): (.event, schema.formerNames)
        case .success(.relayKey(let schema)): (.relay, schema.formerNames)
        default: (.event, nil)
        }
      for name in formerNames ?? [] where names[Node.id(kind, name)] == nil {
        names[Node.id(kind, name)] = reading.record.name
      }
    }
    return names
  }

  /// Returns the current name of an event or a relay.
  func current(_ name: SourceName, of kind: Node.Kind) -> SourceName {
    currentNames.isEmpty ? name : currentNames[Node.id(kind, name.text)] ?? name
  }

  // MARK: - What several kinds have

  /// Returns the priority, or its source.
  func priority(of record: DeclaredRecord, source: String? = nil) -> [ModuleGraph.Attribute] {
    if record.flags.contains(.unresolvedPriority) {
      return source.map { [.init("priority", .text($0))] } ?? []
    }
    return [.init("priority", .integer(record.priority))]
  }

  /// Returns the isolation of the declaration.
  func isolation(of record: DeclaredRecord) -> [ModuleGraph.Attribute] {
    var attributes: [ModuleGraph.Attribute] = []
    if record.flags.contains(.mainActor) {
      attributes.append(.init("isolation", "MainActor"))
    }
    if record.flags.contains(.asynchronous) { attributes.append(.init("async", true)) }
    return attributes
  }
}

/// A record with its declaration.
struct RecordReading {
  let record: DeclaredRecord
  let declaration: Result<Declaration, RecordFault>

  init(_ record: DeclaredRecord) {
    self.record = record
    declaration = Result { () throws(RecordFault) in try record.declaration() }
  }
}

extension DeclaredRecord {
  /// The name of the declaration, which may be unresolved.
  var name: SourceName { SourceName(key, isUnresolved: flags.contains(.unresolvedKey)) }
}

extension DetailValue {
  /// The value as an attribute.
  ///
  /// Nested values are shown as JSON.
  var attribute: ModuleGraph.Attribute.Value {
    switch self {
    case .null: "null"
    case .bool(let flag): .flag(flag)
    case .integer(let number): .number(Double(number))
    case .number(let number): .number(number)
    case .string(let text): .text(text)
    case .array(let list): .list(list.map(\.shortText))
    case .object: .text(shortText)
    }
  }

  /// The value on one line, with strings unquoted.
  private var shortText: String {
    switch self {
    case .array(let list): "[" + list.map(\.shortText).joined(separator: ", ") + "]"
    case .object(let object):
      "{"
        + object.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.shortText)" }
        .joined(separator: ", ") + "}"
    default: attribute.description
    }
  }
}

extension JSONObject {
  /// All values, sorted by name.
  var attributes: [ModuleGraph.Attribute] {
    values.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.attribute) }
  }
}
