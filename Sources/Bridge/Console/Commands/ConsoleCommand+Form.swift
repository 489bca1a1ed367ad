import Foundation

extension ConsoleCommand {
  /// Describes the value that a declaration takes, so that a page can make a form for it.
  ///
  /// | type | further members | JSON |
  /// |---|---|---|
  /// | `string`, `integer`, `number`, `boolean` | | the value |
  /// | `date` | | the seconds since the start of 2001, UTC |
  /// | `data` | | a string in Base64 |
  /// | `object` | `members`, each with `key`, `isRequired` and `form` | an object |
  /// | `array`, `dictionary` | `element`, `value` | an array, an object with any keys |
  /// | `choice` | `values` | one of the values |
  /// | `cases` | `cases`, each with `key` and `form` | an object with one of the keys |
  /// | `any` | | any value |
  ///
  /// A value that may be missing or null has `isOptional`.
  static let form = ConsoleCommand(
    "form", "Describes the JSON value that a job, an event, a route, a task or a signal takes.",
    parameters: ["kind", "name", "job"], effect: .reads
  ) { arguments, _ in
    let kind = try arguments.choice("kind", of: ["job", "event", "route", "task", "signal"])
    let name = try arguments.text("name")
    let form =
      switch kind {
      case "job": try await ValueForm(job: name)
      case "event": try await ValueForm(event: name)
      case "route": try ValueForm(route: name)
      case "signal": try await ValueForm(signal: name, job: try arguments.text("job"))
      default: try ValueForm(task: name)
      }
    var answer: [String: ConsoleValue] = [
      "kind": .string(kind), "name": .string(name), "fields": .object(form.fields),
    ]
    answer["note"] = form.note.map { .string($0) }
    return .object(answer)
  }
}

/// The description of a JSON value, as the command `form` answers it.
struct ValueForm {
  /// The description of a part of the value.
  typealias Fields = [String: ConsoleValue]

  /// Any value.
  static let any: Fields = ["type": "any"]

  let fields: Fields
  /// The reason why a part of the value may be any value.
  let note: String?

  /// Describes the value of an event, if a callback or a wire takes one of a known type.
  init(event name: String) async throws {
    let names = ConsoleListing.eventNames
    guard names.contains(name) else {
      throw BridgeConsoleError.unknown("event", name, among: names, code: .notFound)
    }
    guard let type = Rhea.payload(of: RheaEvent(rawValue: name)) else {
      self.init(
        fields: Self.any.merging(["isOptional": true]) { $1 },
        note: "the callbacks of the event take any value")
      return
    }
    try await self.init(of: type)
  }

  /// Describes the payload of a signal, if a job of this process has waited for it.
  init(signal name: String, job: String) async throws {
    guard let type = SignalTypes.type(of: name, job: job) else {
      self.init(
        fields: Self.any.merging(["isOptional": true]) { $1 },
        note: "no job '\(job)' has waited for the signal in this process: write the value in JSON")
      return
    }
    try await self.init(of: type)
  }

  init(task name: String) throws(BridgeConsoleError) {
    let names = TaskManager.shared.list.map(\.name)
    guard names.contains(name) else { throw .unknown("task", name, among: names, code: .notFound) }
    self.init(fields: Self.object([]))
  }

  /// Describes the payload of a job.
  init(job name: String) async throws {
    let types = try TaskManager.shared.jobs.payloadTypes()
    guard let type = types[name] else {
      throw BridgeConsoleError.unknown("job", name, among: types.keys.sorted(), code: .notFound)
    }
    try await self.init(of: type, job: name)
  }

  /// Describes a value, as a process of its own does with the code of the value's type.
  private init(of type: any Any.Type, job: String? = nil) async throws {
    let form = await PayloadForms.shared.form(of: type, job: job)
    self.init(fields: try ConsoleCoding.value(Fields.self, from: form.json.utf8), note: form.note)
  }

  private init(fields: Fields, note: String? = nil) {
    self.fields = fields
    self.note = note
  }

  static func object(_ members: [ConsoleValue]) -> Fields {
    ["type": "object", "members": .array(members)]
  }

  static func member(_ key: String, isRequired: Bool, _ fields: Fields) -> ConsoleValue {
    ["key": .string(key), "isRequired": .bool(isRequired), "form": .object(fields)]
  }
}

// MARK: - Routes

extension ValueForm {
  /// Describes the parameters of a route, by its URL in the list of routes.
  init(route url: String) throws(BridgeConsoleError) {
    let routes = Khala.routes.routes
    guard let route = routes.first(where: { $0.url == url }) else {
      throw .unknown("route", url, among: routes.map(\.url), code: .notFound)
    }
    let values = (route.function?.values ?? []).compactMap { parameter in
      parameter.name.map { ($0, parameter.isRequired, parameter.type) }
    }
    let captures = Self.captures(of: route.pattern).filter { capture in
      !values.contains { $0.0 == capture.0 }
    }
    self.init(
      fields: Self.object(
        (captures + values).map { Self.member($0.0, isRequired: $0.1, Self.fields(written: $0.2)) })
    )
  }

  /// Returns the names and types of the captures of a pattern, such as `{page:Int?}`.
  private static func captures(of pattern: String) -> [(String, Bool, String)] {
    // Two braces are a literal one.
    pattern.replacing("{{", with: "").split(separator: "{", omittingEmptySubsequences: false)
      .dropFirst().map { piece in
        var content = piece.prefix { $0 != "}" }
        let isOptional = content.last == "?"
        if isOptional { content.removeLast() }
        if content.first == "*" { content.removeFirst() }
        let parts = content.split(separator: ":")
        return (
          String(parts.first ?? ""), !isOptional, parts.count > 1 ? String(parts[1]) : "String"
        )
      }
  }

  /// Returns the description of a type as it is written in source code.
  private static func fields(written type: String) -> Fields {
    if type.hasSuffix("?") {
      return fields(written: String(type.dropLast())).merging(["isOptional": true]) { $1 }
    }
    if type.hasPrefix("["), type.hasSuffix("]") {
      let content = type.dropFirst().dropLast()
      guard let colon = content.first == "[" ? nil : content.firstIndex(of: ":") else {
        return ["type": "array", "element": .object(fields(written: String(content)))]
      }
      let value = content[content.index(after: colon)...].drop { $0 == " " }
      guard content[..<colon] == "String" else { return any }
      return ["type": "dictionary", "value": .object(fields(written: String(value)))]
    }
    return switch type {
    case "Bool": ["type": "boolean"]
    case "String", "Substring", "Character", "URL", "UUID": ["type": "string"]
    case "Double", "Float", "CGFloat", "Decimal": ["type": "number"]
    case "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64":
      ["type": "integer"]
    default: any
    }
  }
}
