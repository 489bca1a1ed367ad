import RheaTime

// The library that all others need.

#premain { say("common premain") }
#load { say("common load") }
#rhea(time: .load, priority: .veryHigh) { say("common load, very high") }
