import Testing

@testable import ProcessLifecycle

@Suite struct LaunchPhasesTests {
  @Test func `The main queue's first run starts the phases`() {
    var phases = LaunchPhases()
    #expect(phases.mainQueueStarted(hostInCharge: false) == true)
    #expect(phases.launchRequested() == false)
  }

  @Test func `A host keeps the main queue from starting the phases`() {
    var phases = LaunchPhases()
    #expect(phases.mainQueueStarted(hostInCharge: true) == false)
    #expect(phases.launchRequested() == true)
    #expect(phases.hostReleased() == false)
  }

  @Test func `A host that ends without launching leaves the launch to the main queue`() {
    var early = LaunchPhases()
    #expect(early.hostReleased() == false)
    #expect(early.mainQueueStarted(hostInCharge: false) == true)

    var late = LaunchPhases()
    _ = late.mainQueueStarted(hostInCharge: true)
    #expect(late.hostReleased() == true)
  }

  @Test func `A phase has started from its own start on`() {
    var phases = LaunchPhases()
    _ = phases.launchRequested()
    #expect(!phases.hasBegun(.willFinishLaunching))
    phases.began(.willFinishLaunching)
    #expect(phases.hasBegun(.willFinishLaunching))
    #expect(!phases.hasBegun(.didFinishLaunching))
    phases.began(.didFinishLaunching)
    #expect(phases.hasBegun(.willFinishLaunching))
    #expect(phases.hasBegun(.didFinishLaunching))
    #expect(!phases.hasBegun(.terminate))
  }

  @Test func `In every order of calls, the phases start at most once`() {
    for sequence in 0..<(3 * 3 * 3 * 3) {
      var phases = LaunchPhases()
      var starts = 0
      var rest = sequence
      for _ in 0..<4 {
        let started =
          switch rest % 3 {
          case 0: phases.mainQueueStarted(hostInCharge: rest % 2 == 0)
          case 1: phases.hostReleased()
          default: phases.launchRequested()
          }
        if started { starts += 1 }
        rest /= 3
      }
      #expect(starts <= 1)
    }
  }
}
