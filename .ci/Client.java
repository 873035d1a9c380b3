import org.openapitools.client.ApiClient;
import org.openapitools.client.api.DefaultApi;
import org.openapitools.client.model.*;

/** Asks the server one question, by classes that a generator made from its OpenAPI description. */
public class Client {
  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(arguments[0]);
    AnyText text = new AnyText().text("2s [r......R........................................................]");
    PositionSource position = new PositionSource(new AnyPosition().any(text));
    OutcomeQuestion question =
        new OutcomeQuestion().kind(OutcomeQuestion.KindEnum.OUTCOME).position(position);
    OutcomeAnswer answer = new DefaultApi(client).ask(new Question(question)).getOutcomeAnswer();
    System.out.println(answer.getOutcome());
  }
}
