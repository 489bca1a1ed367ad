import Bridge
import ModuleGraph
import Testing

@testable import BridgeTestSupport

/// Which modules a test of one module includes.
@Suite struct ModuleSelectionTests {
  /// Cart requires a task of Prices, which requires one of Taxes.
  private let graph: ModuleGraph = {
    var builder = ModuleGraph.Builder()
    func add(_ task: String, dependsOn other: String?, in module: String) {
      builder.add(
        task: task, dependsOn: [other].compactMap(\.self),
        location: CodeLocation(fileID: "\(module)/Tasks.swift", line: 3))
    }
    add("FillCart", dependsOn: "LoadPrices", in: "Cart")
    add("LoadPrices", dependsOn: "LoadTaxes", in: "Prices")
    add("LoadTaxes", dependsOn: nil, in: "Taxes")
    add("Draw", dependsOn: "FillCart", in: "Screen")
    builder.add(
      node: ModuleGraph.Node(
        kind: .task, name: "Load", module: "Prices",
        attributes: [.init("on", .list(["willFinishLaunching", "reserved1"]))]))
    builder.add(
      node: ModuleGraph.Node(
        kind: .job, name: "Count", module: "Prices",
        attributes: [.init("payload", .text("Order")), .init("result", .text("Int"))]))
    return builder.graph()
  }()

  private static let extents: [(ModuleExtent, Set<String>)] = [
    (.alone, ["Cart"]),
    (.directDependencies, ["Cart", "Prices"]),
    (.allDependencies, ["Cart", "Prices", "Taxes"]),
  ]

  @Test(arguments: extents)
  func `The extent decides how many steps of dependencies are included`(
    extent: ModuleExtent, modules: Set<String>
  ) throws {
    #expect(try ModuleSelection(of: "Cart", including: extent, in: graph).modules == modules)
  }

  @Test func `An unknown module is an error that names the nearest one`() {
    #expect {
      try ModuleSelection(of: "Crat", including: .alone, in: graph)
    } throws: { error in
      "\(error)" == "no module 'Crat' declares anything in this process: did you mean 'Cart'?"
    }
  }

  @Test func `A missing stub is named with its use, its owner and its code`() throws {
    let selection = try ModuleSelection(of: "Cart", including: .alone, in: graph)
    let location = CodeLocation(fileID: "Cart/Tasks.swift", line: 9)
    #expect(
      selection.missingTask("LoadPrices", at: location) == """
        Cart/Tasks.swift:9: no task 'LoadPrices' exists in this test, because its module 'Prices' \
        is not included. Stub it in the scenario: '.stub(task: "LoadPrices")'.
        """)
    #expect(
      selection.missingJob("SendInvoice", at: location) == """
        Cart/Tasks.swift:9: no job 'SendInvoice' exists in this test. Stub it in the scenario: \
        '.stub(job: "SendInvoice", taking: <#Payload#>.self)'.
        """)
    #expect(
      selection.missingJob("Count", at: location) == """
        Cart/Tasks.swift:9: no job 'Count' exists in this test, because its module 'Prices' is not \
        included. Stub it in the scenario: \
        '.stub(job: "Count", taking: Order.self, returning: <#Int#>)'.
        """)
  }

  @Test func `The stub of a task has its events`() throws {
    let selection = try ModuleSelection(of: "Cart", including: .alone, in: graph)
    #expect(selection.events(ofTask: "Load") == [.willFinishLaunching, .reserved1])
    #expect(selection.events(ofTask: "LoadPrices") == .demand)
    #expect(selection.events(ofTask: "Unknown") == .demand)
  }
}
