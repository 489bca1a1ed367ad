import Testing

@testable import KhalaRoutes

@Suite struct ContractCheckTests {
  /// A class `A` in `Shop/A.swift:7` whose function `f` is this, and a contract
  /// for it.
  private func faults(
    function: String, in type: String = "", contract: String, url: String = "kl://A/f",
    resolved: (inout KhalaDeclarations.Contract) -> Void = { _ in }
  ) throws -> [String] {
    let functions = #"{"name":"f"\#(function.isEmpty ? "" : ",")\#(function)}"#
    let declared = KhalaDeclarations([
      ShopDeclarations.module(
        "A", in: "Shop/A.swift", 7, #"{"functions":[\#(functions)],"type":"A"\#(type)}"#),
      ShopDeclarations.contract(url, contract),
    ])
    var found = try #require(declared.contracts.first)
    resolved(&found)
    let problems = declared.routes.problems(of: [found])
    return problems.map { problem in
      let parts = problem.message.split(separator: "(Shop/A.swift:7): ", maxSplits: 1)
      return String(parts[parts.count - 1])
    }
  }

  private func values(_ values: (name: String, type: String)...) -> String {
    let list = values.map { #"{"name":"\#($0.name)","type":"\#($0.type)"}"# }
    return "\"parameters\":[\(list.joined(separator: ","))]"
  }

  @Test func `A contract that fits has no problems`() throws {
    let function =
      values(("id", "Int"), ("name", "Optional<String>")) + #","result":"[Swift.Int]""#
    let contract =
      "{\(values(("id", "Swift.Int"), ("name", "String")))" + #","result":"Array<Int>"}"#
    #expect(try faults(function: function, contract: contract) == [])
  }

  @Test func `A problem names both functions and their source locations`() {
    let declared = KhalaDeclarations([
      ShopDeclarations.cart,
      ShopDeclarations.contract(
        "kl://Cart/add", in: "Contracts/Store.swift", line: 9,
        "{\(values(("item", "Int")))" + #","result":"Int"}"#),
    ])
    #expect(
      declared.problems.map(\.description) == [
        """
        Contracts/Store.swift:9: error: the contract for 'kl://Cart/add' does not fit \
        Cart.add(item: String, count: Int = 1) throws -> Int (Checkout/Cart.swift:12): 'item' is \
        Int here, but String in the route. Write the same type in both.
        """
      ])
    #expect(declared.problems.first?.locations.map(\.line) == [9, 12])
    #expect(declared.problems.first?.code == .brokenContract)
  }

  @Test func `A value that is missing, unknown or misspelt is named`() throws {
    let function = values(("value", "Int"))
    #expect(
      try faults(function: function, contract: #"{"parameters":[]}"#) == [
        "it does not pass 'value', which the route requires. Add a parameter 'value: Int'."
      ])
    #expect(
      try faults(function: function, contract: "{\(values(("value", "Int"), ("size", "Int")))}")
        == ["it passes 'size', which the route does not take. Remove it."])
    #expect(
      try faults(function: function, contract: "{\(values(("vaule", "Int")))}") == [
        "it does not pass 'value', which the route requires. Add a parameter 'value: Int'.",
        "it passes 'vaule', which the route does not take. Did you mean 'value'?",
      ])
  }

  @Test func `A dictionary takes and gives any value`() throws {
    let info = #"{"role":"info","type":"KhalaInfo"}"#
    #expect(
      try faults(function: "\"parameters\":[\(info)]", contract: "{\(values(("a", "Int")))}") == [])
    #expect(
      try faults(
        function: values(("value", "Int")), contract: #"{"info":true,"parameters":[]}"#) == [])
  }

  @Test func `An optional value does not fit a required one`() throws {
    #expect(
      try faults(function: values(("v", "Int")), contract: "{\(values(("v", "Int?")))}") == [
        "'v' may be nil here, but the route requires it. Make it 'Int', or give the route's "
          + "parameter a default."
      ])
    let withDefault = #""parameters":[{"default":"1","name":"v","type":"Int"}]"#
    #expect(try faults(function: withDefault, contract: "{\(values(("v", "Int?")))}") == [])
    #expect(try faults(function: withDefault, contract: #"{"parameters":[]}"#) == [])
  }

  @Test func `Text is accepted for custom types, but not for those of the standard library`() throws
  {
    let text = "{\(values(("v", "String")))}"
    #expect(try faults(function: values(("v", "Color")), contract: text) == [])
    #expect(try faults(function: values(("v", "[Color]")), contract: text) == [])
    #expect(try faults(function: values(("v", "Any")), contract: text) == [])
    #expect(
      try faults(function: values(("v", "Int?")), contract: text) == [
        "'v' is String here, but Int? in the route. Write the same type in both."
      ])
  }

  @Test func `In a process, a type alias is the same type`() throws {
    let contract = "{\(values(("v", "Identifier")))" + #","result":"Total"}"#
    let function = values(("v", "Int")) + #","result":"Double""#
    #expect(try faults(function: function, contract: contract).count == 2)
    let resolved = try faults(function: function, contract: contract) { found in
      found.parameters[0].resolvedType = String(reflecting: Int.self)
      found.resolvedResult = String(reflecting: Double.self)
    }
    #expect(resolved == [])
  }

  @Test(arguments: [
    (
      #""result":"Int""#, #"{"parameters":[]}"#,
      "it expects nothing, but the route returns Int. Return 'Int'."
    ),
    (
      "", #"{"parameters":[],"result":"Int"}"#,
      "it expects Int, but the route returns nothing. Return nothing."
    ),
    (
      #""result":"Int?""#, #"{"parameters":[],"result":"Int"}"#,
      "the route's result may be nil. Return 'Int?'."
    ),
    (#""result":"Int""#, #"{"parameters":[],"result":"Int?"}"#, nil),
    (#""result":"Int""#, #"{"parameters":[],"result":"Any?"}"#, nil),
    (#""property":true"#, #"{"parameters":[],"result":"Int"}"#, nil),
  ])
  func `The result must be what is returned`(
    row: (function: String, contract: String, fault: String?)
  ) throws {
    #expect(
      try faults(function: row.function, contract: row.contract) == [row.fault].compactMap(\.self))
  }

  @Test(arguments: [
    (0, nil), (1, "it passes 1 of 2 closures. Pass all or none."), (2, nil), (3, nil),
    (4, "it passes 4 closures, but the route takes only 3. Remove the others."),
  ])
  func `Closures are given all or not at all`(row: (count: Int, fault: String?)) throws {
    let closure = #"{"role":"closure","type":"KhalaClosure"}"#
    let optional = #"{"role":"closure","type":"KhalaClosure?"}"#
    #expect(
      try faults(
        function: "\"parameters\":[\(closure),\(closure),\(optional)]",
        contract: #"{"closures":\#(row.count),"parameters":[]}"#) == [row.fault].compactMap(\.self))
  }

  @Test func `A synchronous contract cannot call an asynchronous or isolated function`() throws {
    #expect(
      try faults(function: #""async":true"#, contract: #"{"parameters":[]}"#) == [
        "the route suspends, but the function does not await it. Make it 'async' in the contract."
      ])
    #expect(
      try faults(
        function: #""isolation":"actor""#, in: #","isolation":"actor""#,
        contract: #"{"parameters":[]}"#) == [
          "the route belongs to an actor, but the function does not await it. Make it 'async' "
            + "in the contract."
        ])
    #expect(
      try faults(function: #""async":true"#, contract: #"{"async":true,"parameters":[]}"#) == [])
  }

  /// Where functions and contracts belong, and what is wrong with a contract that does not
  /// wait: "main" for the main actor, "actor" for another, "other" if that of the contract is.
  private static let isolations:
    [(type: String?, function: String?, contract: String?, fault: String?)] =
      [
        ("MainActor", nil, "nonisolated", "main"),
        ("MainActor", nil, "ImageActor", "other"),
        ("MainActor", nil, "actor", "other"),
        ("MainActor", nil, "MainActor", nil),
        // Written by a former release, or inherited from what stands elsewhere.
        ("MainActor", nil, nil, nil),
        // The instance is made on the actor of its class.
        ("MainActor", "nonisolated", "nonisolated", "main"),
        ("MainActor", "nonisolated", "MainActor", nil),
        ("MainActor", "other", "MainActor", "actor"),
        ("ImageActor", nil, "nonisolated", "actor"),
        ("ImageActor", nil, "MainActor", "actor"),
        ("ImageActor", nil, "ImageActor", "actor"),
        ("ImageActor", "nonisolated", "nonisolated", "actor"),
        ("actor", "actor", "nonisolated", "actor"),
        ("actor", "nonisolated", "nonisolated", nil),
        (nil, "other", "MainActor", "actor"),
        (nil, nil, "nonisolated", nil),
      ]

  @Test(arguments: isolations)
  func `A synchronous contract has the isolation of its route`(
    row: (type: String?, function: String?, contract: String?, fault: String?)
  ) throws {
    func isolation(_ name: String?) -> String { name.map { #","isolation":"\#($0)""# } ?? "" }
    func faults(async: Bool, function: String) throws -> [String] {
      try self.faults(
        function: #""parameters":[]"# + isolation(row.function) + function,
        in: isolation(row.type),
        contract: #"{"parameters":[],"func":"show""# + (async ? #","async":true"# : "")
          + isolation(row.contract) + "}")
    }
    let way = "Make 'show' 'async' in the contract"
    let expected: String? =
      switch row.fault {
      case "main":
        "the route belongs to the main actor, but the function does not await it and may be "
          + "called anywhere. \(way), or mark it '@MainActor'."
      case "other":
        "the route belongs to the main actor, but the function belongs to another actor and does "
          + "not await it. \(way)."
      case nil: nil
      default: "the route belongs to an actor, but the function does not await it. \(way)."
      }
    #expect(try faults(async: false, function: "") == [expected].compactMap(\.self))
    #expect(try faults(async: true, function: "") == [])
    #expect(
      try faults(async: false, function: #","async":true"#) == [
        "the route suspends, but the function does not await it. \(way)."
      ])
  }

  @Test func `A value that the URL's path captures need not be given`() throws {
    let function = values(("id", "Int")) + #","routes":[{"pattern":"users/{id:Int}"}]"#
    #expect(
      try faults(function: function, contract: #"{"parameters":[]}"#, url: "kl://users/5") == [])
  }

  @Test func `A contract needs only one overload that fits`() {
    let functions = #"{"name":"f"},{"name":"f","parameters":[{"name":"a","type":"Int"}]}"#
    let declared = KhalaDeclarations([
      ShopDeclarations.module(
        "A", in: "Shop/A.swift", 7, #"{"functions":[\#(functions)],"type":"A"}"#),
      ShopDeclarations.contract("kl://A/f", "{\(values(("a", "Int")))}"),
    ])
    #expect(declared.problems.isEmpty)
  }

  @Test(arguments: [
    (
      "kl://Crat/add",
      """
      No such class or path exists: did you mean the class 'Cart'? Correct the URL, or link the \
      module that has the route.
      """
    ),
    (
      "kl://Cart/ad",
      """
      'Cart' (Checkout/Cart.swift:12) has no such function: did you mean the function 'add'? \
      Correct the URL, or link the module that has the route.
      """
    ),
    (
      "kl://Elsewhere/f",
      "No such class or path exists. Correct the URL, or link the module that has the route."
    ),
  ])
  func `An unresolved URL is explained with suggestions`(
    row: (url: String, message: String)
  ) {
    let found = KhalaDeclarations([
      ShopDeclarations.cart, ShopDeclarations.contract(row.url, #"{"parameters":[]}"#),
    ]).problems
    #expect(
      found.map(\.message) == ["the contract for '\(row.url)' matches no route. \(row.message)"])
    #expect(found.first?.code == .missingRoute)
  }
}
