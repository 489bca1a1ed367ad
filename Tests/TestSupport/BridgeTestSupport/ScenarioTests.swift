import Bridge
import BridgeTestSupport
import ModularityTestSupport
import Testing

@Suite(.module("BridgeTestSupportTests"))
struct ScenarioTests {
  @Test func `An order places an invoice`() async throws {
    try await Scenario()
      .publish(.orderPlaced, Order(number: 7))
      .expect(.job("scenario.SendInvoice"), where: { (order: Order) in order.number == 7 })
      .expect(.call("kl://ScenarioPrices/price"), where: { $0["id"] == 7 })
      .expect(.event(.invoiceSent), where: { $0 == 5 })
      .expect(.relay(.cartCount, equals: 0))
      .expectNothingElse()
      .run()
  }

  @Test func `A stub of a contract answers in jobs too and records its calls`() async throws {
    let price = Prices.price { id in id * 10 }
    try await Scenario()
      .stub(price)
      .publish(.orderPlaced, Order(number: 3))
      .expect(.event(.invoiceSent), where: { $0 == 30 })
      .run()
    #expect(price.calls == [3])
    #expect(try Prices.price(id: 3) == 5)
  }

  @Test func `Stubs have the parameters of their contracts`() async throws {
    let discount = Prices.discount { id, code in code == nil ? id : 0 }
    let refresh = Prices.refresh {}
    try await Khala.withStub(discount) {
      let answers = [
        try await Prices.discount(id: 4, code: nil),
        try await Prices.discount(id: 4, code: "spring"),
      ]
      #expect(answers == [4, 0])
    }
    try Khala.withStub(refresh) { try Prices.refresh() }
    #expect(discount.calls.map(\.1) == [nil, "spring"])
    #expect(refresh.calls.count == 1)
  }

  @Test func `A schedule fires when its time has passed`() async throws {
    try await Scenario()
      .launch()
      .pass(.seconds(2 * 3_600))
      .expectNothingElse()
      .pass(.seconds(3_600))
      .expect(.task("scenario.Night"))
      .expect(.event(.nightDidPass))
      .run()
  }

  @Test func `A delayed job waits for its time`() async throws {
    try await TaskManager.shared.jobs.enqueue(
      "scenario.SendInvoice", Order(number: 1), at: .now + .seconds(3_600))
    let sent = SharedRelay.of(RelayKey<Int>("scenario.sent"), default: 0)
    Rhea.on(.invoiceSent) { price in sent.set(price) }
    try await Scenario().pass(.seconds(3_599)).run()
    #expect(sent.value == 0)
    try await Scenario().pass(.seconds(1)).run()
    #expect(sent.value == 5)
  }

  @Test func `Each stimulus has its own expectations`() async throws {
    try await Scenario()
      .trigger(.invoiceSent, 1)
      .expect(.event(.invoiceSent), where: { $0 == 1 })
      .trigger(.invoiceSent, 2)
      .expect(.event(.invoiceSent), where: { $0 == 2 })
      .call("kl://ScenarioPrices/refresh")
      .expect(.call("kl://ScenarioPrices/refresh"))
      .set(.cartCount, to: 3)
      .expect(.relay(.cartCount, equals: 3))
      .enqueue("scenario.SendInvoice", Order(number: 2))
      .expect(.job("scenario.SendInvoice"))
      .run(task: "scenario.Night")
      .expect(.task("scenario.Night"))
      .run()
  }

  @Test func `Stubs replace jobs and tasks of other modules`() async throws {
    try await Scenario()
      .stub(job: "scenario.Ship", taking: Order.self)
      .stub(task: "scenario.Refresh")
      .enqueue("scenario.Ship", Order(number: 1))
      .run(task: "scenario.Refresh")
      .expect(.job("scenario.Ship"))
      .expect(.task("scenario.Refresh"))
      .run()
  }

  @Test func `The stub of a job returns its result`() async throws {
    try await Scenario()
      .stub(job: "scenario.Count", taking: Order.self, returning: 21)
      .enqueue("scenario.Count", Order(number: 1))
      .run()
    let jobs = try await TaskManager.shared.jobs.list(JobFilter(name: "scenario.Count"))
    #expect(jobs.map(\.result) == ["21"])
  }

  /// They would be told of each other's effects, if the trace were not divided by causes.
  @Test(arguments: 1...20)
  func `Concurrent scenarios do not see each other`(number: Int) async throws {
    try await Scenario()
      .publish(.orderPlaced, Order(number: number))
      .expect(.job("scenario.SendInvoice"), where: { (order: Order) in order.number == number })
      .expect(.call("kl://ScenarioPrices/price"), where: { $0["id"] == number })
      .expect(.event(.invoiceSent))
      .expect(.relay(.cartCount, equals: 0))
      .expectNothingElse()
      .run()
  }
}

/// The messages of failed scenarios.
@Suite(.module("BridgeTestSupportTests"))
struct ScenarioFailureTests {
  /// Runs a scenario, and expects issues with these comments.
  private func expectIssues(_ expected: [String], in scenario: Scenario) async throws {
    let comments = EventRecorder<String>()
    try await withKnownIssue {
      try await scenario.run()
    } matching: { issue in
      for comment in issue.comments { comments.record(comment.rawValue) }
      return true
    }
    #expect(comments.events == expected)
  }

  @Test func `A missing effect is shown with what happened`() async throws {
    try await expectIssues(
      [
        """
        expected task Ship.
        What happened:
        event scenario.invoiceSent
        """
      ], in: Scenario().trigger(.invoiceSent, 1).expect(.task("Ship")))
  }

  @Test func `A wrong value is shown with the values that occurred`() async throws {
    try await expectIssues(
      [
        """
        expected event scenario.invoiceSent with another value, but got 1.
        What happened:
        event scenario.invoiceSent
        """
      ],
      in: Scenario().trigger(.invoiceSent, 1).expect(.event(.invoiceSent), where: { $0 == 2 }))
  }

  @Test func `A relay with another value is shown with its value`() async throws {
    try await expectIssues(
      [
        """
        expected relay scenario.cartCount equals 4, but its value is 3.
        Nothing happened.
        """
      ], in: Scenario().set(.cartCount, to: 3).expect(.relay(.cartCount, equals: 4)))
  }

  @Test func `A call without a route is shown with the stub to add`() async throws {
    try await expectIssues(
      [
        """
        BridgeTestSupportTests/ScenarioFixture.swift:50: the call 'kl://ScenarioBank/refund' \
        matches no route in this test. Stub it in the scenario: \
        '.stub("kl://ScenarioBank/refund", returning: <#value#>)'.
        """
      ], in: Scenario().trigger(.cartDidClear))
  }

  @Test func `A stub of a URL answers the call`() async throws {
    try await Scenario()
      .stub("kl://ScenarioBank/refund", returning: true)
      .trigger(.cartDidClear)
      .expect(.call("kl://ScenarioBank/refund"))
      .run()
  }

  @Test func `An effect that no expectation names is shown with its cause`() async throws {
    try await expectIssues(
      [
        """
        expected nothing else, but also got event scenario.invoiceSent, route ScenarioPrices/price.
        What happened:
        job scenario.SendInvoice → route ScenarioPrices/price
        job scenario.SendInvoice → event scenario.invoiceSent
        """
      ],
      in: Scenario().enqueue("scenario.SendInvoice", Order(number: 1)).expectNothingElse())
  }

  @Test func `A stimulus that cannot be applied is an error`() async {
    await #expect(throws: TaskError.self) { try await Scenario().run(task: "Unknown").run() }
  }
}

@Suite struct ScenarioPlaceTests {
  @Test func `A scenario outside of a fresh state is an error`() async {
    await #expect {
      try await Scenario().run()
    } throws: { error in
      "\(error)" == """
        a scenario needs a fresh state: add '.module("…")' or '.freshModules' to the test or its \
        suite.
        """
    }
  }

  @Test(.freshModules) func `Time does not pass by command in another fresh state`() async {
    await #expect {
      try await Scenario().pass(.seconds(1)).run()
    } throws: { error in
      "\(error)".hasSuffix(
        "time passes by itself in this state: use '.module(\"…\")', where 'pass' moves it.")
    }
  }

  @Test(.freshModules(including: { _ in false }))
  func `A fresh state has only the jobs of its modules`() async throws {
    try await TaskManager.shared.use(.memory())
    await #expect {
      try await Jobs.enqueue("scenario.SendInvoice", Order(number: 1))
    } throws: { error in
      (error as? TaskStoreError)?.code == .unknownJob
    }
  }
}
