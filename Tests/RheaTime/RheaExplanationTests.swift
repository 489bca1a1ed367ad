import ModularityTestSupport
import RheaTime
import Testing

@Suite struct RheaExplanationTests {
  @Test func `An explanation lists the callbacks in order, and why each runs`() {
    Rhea.withFreshState {
      let line = #line + 1
      Rhea.on("explained", name: "once") {}
      Rhea.on("explained", priority: 7, repeatable: true, async: true, name: "refresh") {}
      let file = "RheaTimeTests/RheaExplanationTests.swift"
      #expect(
        "\(Rhea.explain("explained"))" == """
          event 'explained'
            has not occurred yet
            callbacks, in the order in which they run:
              1. refresh (\(file):\(line + 1)): added at run time, priority 7, beside others; runs \
          each time
              2. once (\(file):\(line)): added at run time, priority 5, on the main actor; runs \
          the next time, and once
          """)
      Rhea.trigger(event: "explained")
      let explanation = Rhea.explain("explained")
      #expect(explanation.hasFired)
      #expect(explanation.callbacks.map(\.name) == ["refresh"])
    }
  }

  @Test func `An explanation says that a callback has run, and that none listens`() {
    Rhea.withFreshState {
      Rhea.trigger(event: .declaredOnce)
      #expect("\(Rhea.explain(.declaredOnce))".hasSuffix("it runs once, and has run"))
      for count in ["once", "2 times"] {
        Rhea.trigger(event: .declaredOnce)
        #expect(
          "\(Rhea.explain(.declaredOnce))".hasSuffix(
            "runs once, and has run: the event has occurred \(count) since. "
              + "Write 'repeatable: true' to run it each time"))
      }
      #expect("\(Rhea.explain("unheard"))".contains("no callback listens to it"))
      let launch = Rhea.explain(.appDidFinishLaunching)
      #expect(launch.isBuiltIn)
      #expect(
        "\(launch)".hasPrefix("event 'appDidFinishLaunching', which only the system triggers"))
    }
  }

  @Test func `A program whose callbacks all may run has no problems`() {
    Rhea.withFreshState { #expect(Rhea.problems.isEmpty) }
  }
}
