import Declarations
import Foundation
import ModularityTestSupport
import Testing

/// What macros write of a declaration is what tools read of it.
@Suite struct SchemaTests {
  @Test(arguments: Sweep.inputs(0..<200 as Range<UInt64>, oneIn: 4))
  func `Every schema is read back equal`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let written: [(RecordKind, Declaration, any Encodable)] = [
      random.callback(), random.observer(), random.relayKey(), random.routingClass(),
      random.contract(), random.task(), random.wire(), random.use(),
    ]
    for (kind, declaration, schema) in written {
      let json = String(decoding: try JSONEncoder().encode(schema), as: UTF8.self)
      let record = DeclaredRecord(
        kind: kind, key: "key", fileID: "A/A.swift", line: 1, id: 1, detail: json)
      #expect(try record.declaration() == declaration, "\(json)")
    }
  }

  @Test func `Details of custom records are not interpreted`() throws {
    let record = DeclaredRecord(
      kind: "shop", key: "page", fileID: "A/A.swift", line: 1, id: 1, detail: #"{"size":2.5}"#)
    guard case .custom(let detail) = try record.declaration() else {
      Issue.record("a record of another kind is custom")
      return
    }
    #expect(detail.values == ["size": .number(2.5)])
  }

  @Test(arguments: [
    ("{", "it is not readable JSON"),
    ("[]", "it is a list, but must be a JSON object"),
    (#"{"functions":[]}"#, "it has no 'type', which must be a text"),
    (#"{"type":"A"}"#, "it has no 'functions', which must be a list of objects"),
    (#"{"type":"A","functions":[{}]}"#, "it has no 'functions[0].name', which must be a text"),
    (
      #"{"type":"A","functions":[{"name":"f","routes":[{"pattern":"p","priority":"x"}]}]}"#,
      "'functions[0].routes[0].priority' is a text, but must be a whole number"
    ),
    (
      #"{"type":"A","functions":[{"name":"f","access":"everybody"}]}"#,
      "'functions[0].access' is 'everybody', but must be 'internal' or 'external'"
    ),
  ])
  func `A fault has its path in the detail`(detail: String, words: String) {
    let record = DeclaredRecord(
      kind: .routingClass, key: "A", fileID: "A/A.swift", line: 1, id: 1, detail: detail)
    #expect(throws: RecordFault(words)) { try record.declaration() }
  }
}

extension SeededGenerator {
  private mutating func flag() -> Bool { Bool.random(using: &self) }

  private mutating func text() -> String {
    let characters = Array("abcé\"\\/{}[]:,\n\u{0}😀 ")
    return String(
      (0..<Int.random(in: 0...6, using: &self)).map { _ in
        characters.randomElement(using: &self)!
      })
  }

  private mutating func maybe<Value>(_ value: (inout Self) -> Value) -> Value? {
    flag() ? value(&self) : nil
  }

  private mutating func some<Value>(_ value: (inout Self) -> Value) -> [Value] {
    (0..<Int.random(in: 0...3, using: &self)).map { _ in value(&self) }
  }

  fileprivate mutating func callback() -> (RecordKind, Declaration, any Encodable) {
    let schema = CallbackSchema(
      function: maybe { $0.text() }, priority: maybe { $0.text() }, payload: maybe { $0.text() })
    return (.callback, .callback(schema), schema)
  }

  fileprivate mutating func observer() -> (RecordKind, Declaration, any Encodable) {
    let schema = ObserverSchema(
      function: maybe { $0.text() }, isUnique: flag(), isReplayingCurrent: flag())
    return (.observer, .observer(schema), schema)
  }

  fileprivate mutating func relayKey() -> (RecordKind, Declaration, any Encodable) {
    let schema = RelayKeySchema(member: maybe { $0.text() }, type: maybe { $0.text() })
    return (.relayKey, .relayKey(schema), schema)
  }

  fileprivate mutating func use() -> (RecordKind, Declaration, any Encodable) {
    let schema = UseSchema(target: text())
    return (.use, .use(schema), schema)
  }

  fileprivate mutating func routingClass() -> (RecordKind, Declaration, any Encodable) {
    let schema = RoutingClassSchema(
      type: text(),
      functions: some { random in
        RoutingClassSchema.Function(
          name: random.text(), line: random.maybe { Int.random(in: 0...9999, using: &$0) },
          isProperty: random.flag(),
          parameters: random.some { random in
            RoutingClassSchema.Parameter(
              role: random.maybe { $0.text() }, name: random.maybe { $0.text() },
              label: random.maybe { $0.text() }, type: random.text(),
              defaultValue: random.maybe { $0.text() })
          }, isAsync: random.flag(), canThrow: random.flag(),
          isolation: random.maybe { $0.text() }, result: random.maybe { $0.text() },
          routes: random.some { random in
            RoutingClassSchema.Route(
              pattern: random.text(), priority: Int.random(in: -3...3, using: &random),
              schemes: random.some { $0.text() }, isExternal: random.flag())
          }, isExternal: random.flag(), availability: random.maybe { $0.text() },
          condition: random.maybe { $0.text() })
      }, exportsAll: flag(), isCached: flag(), isolation: maybe { $0.text() })
    return (.routingClass, .routingClass(schema), schema)
  }

  fileprivate mutating func contract() -> (RecordKind, Declaration, any Encodable) {
    let schema = ContractSchema(
      parameters: some { random in
        ContractSchema.Parameter(
          name: random.text(), type: random.text(), isOptional: random.flag())
      }, function: maybe { $0.text() }, isolation: maybe { $0.text() }, givesInfo: flag(),
      closureCount: Int.random(in: 0...3, using: &self), isAsync: flag(),
      result: maybe { $0.text() })
    return (.contract, .contract(schema), schema)
  }

  fileprivate mutating func task() -> (RecordKind, Declaration, any Encodable) {
    func reference(_ random: inout Self) -> TaskSchema.Reference {
      random.flag() ? .name(random.text()) : .type(random.text())
    }
    var schema = TaskSchema()
    schema.events = maybe { $0.some { $0.text() } }
    schema.notification = maybe { $0.text() }
    schema.cron = maybe { $0.text() }
    schema.zone = maybe { $0.text() }
    schema.daylightSaving = maybe { $0.text() }
    schema.date = maybe { Double(Int.random(in: -1000...1_900_000_000, using: &$0)) }
    schema.count = maybe {
      $0.flag() ? .forever : .times(Double(Int.random(in: 1...9, using: &$0)))
    }
    schema.interval = maybe { Double(Int.random(in: 1...9, using: &$0)) / 4 }
    schema.unresolved = maybe { ["on": $0.text(), TaskSchema.priority: $0.text()] }
    schema.dependsOn = maybe { $0.some(reference) }
    schema.after = maybe { $0.some(reference) }
    schema.hasMoreDependencies = maybe { _ in true }
    schema.traits = maybe { $0.some { $0.text() } }
    schema.isConcurrent = maybe { _ in true }
    schema.isolation = maybe { $0.text() }
    schema.isAsync = maybe { _ in true }
    schema.canThrow = maybe { _ in true }
    schema.result = maybe { $0.text() }
    schema.hasShutdown = maybe { _ in true }
    schema.type = maybe { $0.text() }
    let kinds: [RecordKind] = [.eventTask, .notificationTask, .scheduledTask]
    return (kinds.randomElement(using: &self)!, .task(schema), schema)
  }

  fileprivate mutating func wire() -> (RecordKind, Declaration, any Encodable) {
    func end(_ random: inout Self) -> WireSchema.End {
      WireSchema.End(
        kind: random.text(), names: [random.text()] + random.some { $0.text() },
        states: random.some { $0.text() }, isUnresolved: random.flag())
    }
    let schema = WireSchema(
      from: end(&self), to: end(&self), isFiltered: flag(), isMapped: flag(), isJoined: flag())
    return (.wire, .wire(schema), schema)
  }
}
