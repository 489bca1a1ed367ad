public protocol MetricsFactory: Sendable {
  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler
  func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler
  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler
  func destroyCounter(_ handler: any CounterHandler)
  func destroyRecorder(_ handler: any RecorderHandler)
  func destroyTimer(_ handler: any TimerHandler)
}

public protocol CounterHandler: AnyObject, Sendable {
  func increment(by amount: Int64)
  func reset()
}

public protocol RecorderHandler: AnyObject, Sendable {
  func record(_ value: Int64)
  func record(_ value: Double)
}

public protocol TimerHandler: AnyObject, Sendable {
  func recordNanoseconds(_ duration: Int64)
}
