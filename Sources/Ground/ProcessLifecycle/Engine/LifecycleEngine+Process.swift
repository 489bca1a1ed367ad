extension LifecycleEngine {
  /// Makes the engine of this process, with the sources of this platform.
  static func makeForProcess() -> LifecycleEngine {
    let signals = SignalTraffic()
    InitEntry.armAtFirstUse()
    return LifecycleEngine(
      declaredListeners: { event in
        if event == .willFinishLaunching {
          DeclaredListeners.problems().forEach(shared.problemLog.report)
          DeclaredListeners.runBeforeMain()
        }
        return DeclaredListeners.listeners(for: event)
      },
      makeSource: { event in
        if let signal = ProcessSignal(event) {
          return SignalSource(
            signal, traffic: signals, isHostInCharge: { shared.isHostInCharge },
            isAnswered: { shared.isAnswered(event) },
            tellHost: { shared.tellHost(of: $0) })
        }
        switch event {
        case .idle: return IdleSource { shared.deliveries }
        case .exit: return ExitSource(engine: { shared })
        default: return SystemSources.makeSource(of: event)
        }
      })
  }
}
