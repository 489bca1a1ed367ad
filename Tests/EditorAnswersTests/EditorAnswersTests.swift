import Testing

@testable import EditorAnswers
