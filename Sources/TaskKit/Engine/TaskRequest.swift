/// Something that happened, for which tasks are to run.
struct TaskRequest: Sendable {
  let occasion: TaskOccasion
  let input: TaskBody.Input
  /// Where it was triggered.
  let place: SourcePlace
  /// Is told when the run is over, or why there is none.
  let end: @Sendable (TaskRunReport?, TaskError?) -> Void
}
