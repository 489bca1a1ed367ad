import Declarations
import ModularityTestSupport
import ModuleGraph
import SourceInspection
import Testing

@testable import SourceInspection

struct UseResolutionTests {
  /// A source with what its outline says, and symbols as the index would have them.
  private func source(
    _ module: String, _ text: String, symbols: [String: String] = [:]
  ) -> ProgramSource {
    let outline = SourceFile(text: text).outline
    var source = ProgramSource(module: module, path: "/src/\(module).swift", outline: outline)
    for name in outline.names { source.symbols.names[name.range.start] = symbols[name.text] }
    for constant in outline.constants {
      source.symbols.constants[constant.memberRange.start] = symbols[constant.member]
    }
    for declaration in outline.declarations {
      source.symbols.types[declaration.nameRange.start] = symbols[declaration.name].map {
        SourceSymbols.DeclaredType(usr: $0, line: declaration.range.start.line + 1)
      }
    }
    return source
  }

  private func names(_ sources: ProgramSource...) -> [String] {
    let resolution = UseResolution(sources)
    return sources.flatMap { resolution.uses(in: $0) }.map(\.name)
  }

  private let constant = #"static let storm: RheaEvent = "storm.begin""#
  private let other = #"static let storm: RheaEvent = "storm.other""#
  private let trigger = "Rhea.trigger(event: .storm)"

  @Test func `A member stands for the constant that the index has at its place`() {
    #expect(
      names(
        source("A", constant, symbols: ["storm": "s:a"]),
        source("B", other, symbols: ["storm": "s:b"]),
        source("C", trigger, symbols: ["storm": "s:b"])) == ["storm.other"])
  }

  @Test func `A member that the index does not have stands for the only constant of its name`() {
    #expect(names(source("A", constant), source("C", trigger)) == ["storm.begin"])
  }

  @Test func `A member that may be one of several constants keeps its own name`() {
    #expect(names(source("A", constant), source("B", other), source("C", trigger)) == ["storm"])
  }

  @Test func `Two constants with one text are no doubt`() {
    #expect(
      names(source("A", constant), source("B", constant), source("C", trigger))
        == ["storm.begin"])
  }

  @Test func `A member of the toolkit keeps its own name, whatever is called like it`() {
    let toolkit = ["storm": "s:8RheaTime0A5EventV5stormACvpZ"]
    #expect(names(source("A", constant), source("C", trigger, symbols: toolkit)) == ["storm"])
  }

  @Test func `A constant of another role is not meant`() {
    var other = source("A", constant)
    other.outline.constants[0].role = .relay
    #expect(names(other, source("C", trigger)) == ["storm"])
  }

  @Test func `A literal has its own text`() {
    let text = #"Rhea.trigger(event: "storm")"#
    #expect(names(source("A", constant), source("C", text)) == ["storm"])
  }

  @Test func `The result of a step is a use of the job, unless a flow names the step`() {
    let result = #"let tons: Int = try await context.result(of: "Lod")"#
    #expect(names(source("A", result)) == ["Lod"])
    let flow = #"FlowStep("Load", ship, as: "Lod")"#
    #expect(names(source("A", result), source("B", flow)) == ["Load"])
  }

  @Test func `The result of a dependency is a use of the task`() throws {
    let source = source("A", #"let page: Page = try context.result(of: "LoadFeed")"#)
    let use = try #require(UseResolution([source]).uses(in: source).first)
    #expect(use.kind == .reads)
    #expect(use.target == .task)
    #expect(use.name == "LoadFeed")
  }

  @Test func `A name in a declaration is no use`() {
    var source = source("C", trigger)
    source.outline.names[0].isInDeclaration = true
    #expect(names(source).isEmpty)
  }

  @Test(arguments: [NameRole.cron, .calendar, .timeZone])
  func `A schedule or a time zone is no use`(role: NameRole) {
    var source = source("C", trigger)
    source.outline.names[0].role = role
    #expect(names(source).isEmpty)
  }

  @Test func `A use has its verb, its module and its place, counted from 1`() throws {
    let source = source("C", "\n  \(trigger)")
    let use = try #require(UseResolution([source]).uses(in: source).first)
    #expect(use.kind == .triggers)
    #expect(use.target == .event)
    #expect(use.module == "C")
    #expect(use.origin == .code)
    #expect(use.declaration == nil)
    #expect(use.location == CodeLocation(fileID: "C/C.swift", line: 2, column: 24))
  }

  @Test func `A type stands for the task that is declared with it`() throws {
    let task = source("A", "\n@EventTask enum Login {", symbols: ["Login": "s:login"])
    let use = source(
      "C", #"manager.injectEventTask(name: "A", event: .reload, dependencies: [Login.self])"#,
      symbols: ["Login": "s:login"])
    let uses = UseResolution([task, use]).uses(in: use)
    let found = try #require(uses.first { $0.kind == .dependsOn })
    #expect(found.target == .task)
    #expect(found.name == "Login")
    #expect(found.declaration == CodeLocation(fileID: "A/A.swift", line: 2))
  }

  @Test func `A call of a contract has its URL, and the location of its record`() throws {
    var contract = source("A", "\n@KhalaCall(\"kl://Store/buy\")\nstatic func buy()")
    contract.contracts = [ContractFunction(usr: "s:buy", name: "buy()", line: 2)]
    var caller = source("C", "")
    let position = TextPosition(line: 4, column: 2)
    caller.references = [
      ContractReference(usr: "s:buy", position: position, isCall: true),
      ContractReference(usr: "s:buy", position: position, isCall: false),
      ContractReference(usr: "s:other", position: position, isCall: true),
    ]
    let uses = UseResolution([contract, caller]).uses(in: caller)
    #expect(uses.map(\.kind) == [.calls, .names])
    #expect(uses.map(\.target) == [.contract, .contract])
    #expect(uses.map(\.name) == ["kl://Store/buy", "kl://Store/buy"])
    #expect(
      uses.map(\.declaration)
        == Array(repeating: CodeLocation(fileID: "A/A.swift", line: 2), count: 2))
    #expect(uses[0].location == CodeLocation(fileID: "C/C.swift", line: 5, column: 3))
  }

  @Test func `A call of a contract that the index lacks has the URL of its only function`() {
    let contract = source(
      "A", "extension KhalaStore { @KhalaCall(\"kl://Store/buy\") static func buy() throws }")
    let caller = source("C", "try KhalaStore.buy()\ntry KhalaStore.unknown()")
    let uses = UseResolution([contract, caller]).uses(in: caller)
    #expect(uses.map(\.name) == ["kl://Store/buy"])
    #expect(uses.map(\.target) == [.route])
    #expect(uses.map(\.kind) == [.calls])
  }

  @Test func `A call of a contract that the index has is one use`() {
    var contract = source(
      "A", "extension KhalaStore { @KhalaCall(\"kl://Store/buy\") static func buy() throws }")
    contract.contracts = [ContractFunction(usr: "s:buy", name: "buy()", line: 1)]
    var caller = source("C", "try KhalaStore.buy()")
    caller.references = [
      ContractReference(usr: "s:buy", position: TextPosition(line: 0, column: 15), isCall: true)
    ]
    let uses = UseResolution([contract, caller]).uses(in: caller)
    #expect(uses.map(\.target) == [.contract])
  }

  @Test func `The order in which sources are read changes nothing`() {
    var random = SeededGenerator(seed: 7)
    let members = ["ebb", "flow", "storm"]
    for _ in 0..<50 {
      let sources = (0..<6).map { number in
        let lines = (0..<4).map { _ in
          let member = members.randomElement(using: &random)!
          return Bool.random(using: &random)
            ? "static let \(member): RheaEvent = \"text\(Int.random(in: 0..<2, using: &random))\""
            : "Rhea.trigger(event: .\(member))"
        }
        return source("M\(number)", lines.joined(separator: "\n"))
      }
      let expected = UseResolution(sources)
      let shuffled = UseResolution(sources.shuffled(using: &random))
      for source in sources {
        let uses = shuffled.uses(in: source)
        #expect(uses == expected.uses(in: source))
        #expect(uses.compactMap(\.location?.line) == uses.compactMap(\.location?.line).sorted())
      }
    }
  }
}
