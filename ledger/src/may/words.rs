//! What was attempted, as refusals begin.

use super::Act;
use crate::command::{ActionCommand, Command};

/// What was attempted, in words.
pub(crate) fn attempt(act: Act<'_>) -> String {
    let command = match act {
        Act::ListIncidents => return "listing the incidents".to_owned(),
        Act::ReadIncident => return "reading the incident".to_owned(),
        Act::OpenIncident => return "opening an incident".to_owned(),
        Act::GetHelp(stream) => return format!("completing a query on stream {stream}"),
        Act::MakeLink => return "making a join link".to_owned(),
        Act::MakeUploadToken(stream) => return format!("making an upload token for stream {stream}"),
        Act::RunHouse => return "managing people and sources".to_owned(),
        Act::Write(command) => command,
    };
    match command {
        Command::OpenIncident(_) => "opening the incident".to_owned(),
        Command::DescribeIncident { .. } => "describing the incident".to_owned(),
        Command::ChangeState { .. } => "changing the state of the incident".to_owned(),
        Command::ChangeSeverity { .. } => "changing the severity".to_owned(),
        Command::CloseIncident { .. } => "closing the incident".to_owned(),
        Command::ReopenIncident { .. } => "reopening the incident".to_owned(),
        Command::Join { .. } => "joining the incident".to_owned(),
        Command::HandOver { .. } => "handing over command".to_owned(),
        Command::EndSolo { .. } => "splitting the work of one person".to_owned(),
        Command::OpenStream(stream) => format!("opening the stream \"{}\"", stream.name),
        Command::OwnStream { stream, .. } => format!("giving stream {stream} an owner"),
        Command::StartPass { .. } => "starting a pass".to_owned(),
        Command::AskQuestion { stream, .. } => format!("asking stream {stream} a question"),
        Command::SeeQuestion { question } => format!("marking {question} as seen"),
        Command::TakeQuestion { question } => format!("taking {question}"),
        Command::ReassignQuestion { question, .. } => format!("sending {question} to another stream"),
        Command::AnswerQuestion { question, .. } => format!("answering {question}"),
        Command::CloseQuestion { question, .. } => format!("closing {question}"),
        Command::AskQuery { source, .. } => format!("asking source {source}"),
        Command::KeepTry { source, .. } => format!("keeping a try on source {source}"),
        Command::CancelQuery { evidence } => format!("stopping {evidence}"),
        Command::AddEvidence { stream, .. } => format!("adding evidence to stream {stream}"),
        Command::RecordFinding { stream, .. } => format!("recording a finding of stream {stream}"),
        Command::CompleteFinding { finding, .. } => format!("completing {finding}"),
        Command::AmendFinding { finding, .. } => format!("amending {finding}"),
        Command::RetractClaim { claim, .. } => format!("retracting {claim}"),
        Command::AffirmClaims { claims, .. } => {
            let names: Vec<String> = claims.iter().map(ToString::to_string).collect();
            format!("standing by {}", names.join(", "))
        }
        Command::NoteHunch { .. } => "noting a hunch".to_owned(),
        Command::ProposeHypothesis { .. } => "proposing a hypothesis".to_owned(),
        Command::AddRefuters { hypothesis, .. } => format!("adding a refuter to {hypothesis}"),
        Command::LookFor { question, .. } => format!("saying whether {question} was observed"),
        Command::RelateHypothesis { hypothesis, other, .. } => format!("relating {hypothesis} to {other}"),
        Command::DemoteHypothesis { hypothesis, .. } => format!("demoting {hypothesis}"),
        Command::ProposeCause { hypothesis, .. } => format!("proposing {hypothesis} as the cause"),
        Command::RateEvidence { hypothesis, evidence, .. } => format!("rating {evidence} for {hypothesis}"),
        Command::ExpectAnswer { question, hypothesis, .. } => format!("expecting an answer to {question} under {hypothesis}"),
        Command::ExcuseAbsence { evidence, .. } => format!("saying that there is no known event to run {evidence} over"),
        Command::SealPrediction(_) => "sealing a prediction".to_owned(),
        Command::ScorePrediction { prediction, .. } => format!("scoring {prediction}"),
        Command::NoteContradiction { .. } => "noting a contradiction".to_owned(),
        Command::ExplainContradiction { contradiction, .. } => format!("explaining {contradiction}"),
        Command::Action(command) => attempt_action(command),
        Command::WriteImpact { .. } => "writing the impact".to_owned(),
        Command::WriteStand { .. } => "writing where we stand".to_owned(),
        Command::SetUpdateDue { .. } => "setting when the next update is due".to_owned(),
        Command::WriteParagraph { .. } => "adding a paragraph".to_owned(),
        Command::ReviseParagraph { paragraph, .. } => format!("saving {paragraph}"),
        Command::AddMoment { .. } => "adding a moment".to_owned(),
    }
}

fn attempt_action(command: &ActionCommand) -> String {
    match command {
        ActionCommand::Propose { .. } => "proposing an action".to_owned(),
        ActionCommand::Expect { action, .. } => format!("saying what {action} is to change"),
        ActionCommand::Decide { action, approve: true, .. } => format!("approving {action}"),
        ActionCommand::Decide { action, approve: false, .. } => format!("declining {action}"),
        ActionCommand::Done { action: Some(action), .. } => format!("recording {action} as done"),
        ActionCommand::Done { action: None, .. } => "recording an action as done".to_owned(),
        ActionCommand::Confirm { action } => format!("confirming {action}"),
        ActionCommand::Measure { action, .. } => format!("measuring {action}"),
    }
}
