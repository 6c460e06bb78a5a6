import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/**
 * A complete AI for the Slime contest: it moves at random. Make it yours in {@code choose}.
 *
 * <pre>java Client [HOST [PORT [TEAM [NAME]]]]</pre>
 */
public class Client {
    static final int TURNS = 180, WIDTH = 25, HEIGHT = 13, SLIMES = 5;
    static final int RIGHT = 0, UP = 1, LEFT = 2, DOWN = 3;
    static final int NEUTRAL = 255;

    static final Random random = new Random();

    /**
     * The directions of your five slimes for the next turn.
     *
     * @param team your team: 0 is A, 1 is B
     * @param turn turns played so far
     * @param owner owner[x][y] is 0 (A), 1 (B) or NEUTRAL; (0, 0) is the bottom left square
     * @param slimes slimes[team][number] is the place {x, y} of a slime
     */
    static int[] choose(int team, int turn, int[][] owner, int[][][] slimes) {
        int[] directions = new int[SLIMES];
        for (int slime = 0; slime < SLIMES; slime++) {
            directions[slime] = random.nextInt(4);
        }
        return directions;
    }

    /** Return one byte, then text in UTF-8 padded with zero bytes or cut. */
    static byte[] text(int first, String text, int length) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        byte[] message = new byte[1 + length];
        message[0] = (byte) first;
        System.arraycopy(bytes, 0, message, 1, Math.min(bytes.length, length));
        return message;
    }

    /** Answer every state with directions until the last turn. */
    static void play(int team, DataInputStream in, OutputStream out) throws IOException {
        byte[] rest = new byte[346];
        int turn = 0;
        while (turn < TURNS) {
            int first = in.readUnsignedByte();
            if (first == 255) {
                System.err.println("The server could not read a message of ours.");
                continue;
            }
            in.readFully(rest);
            turn = first | (rest[0] & 255) << 8;
            int[][] owner = new int[WIDTH][HEIGHT];
            for (int square = 0; square < WIDTH * HEIGHT; square++) {
                owner[square / HEIGHT][square % HEIGHT] = rest[1 + square] & 255;
            }
            int[][][] slimes = new int[2][SLIMES][];
            for (int slime = 0; slime < 2 * SLIMES; slime++) {
                slimes[slime / SLIMES][slime % SLIMES] = new int[] {rest[326 + 2 * slime], rest[327 + 2 * slime]};
            }
            if (turn < TURNS) {
                byte[] command = new byte[7];
                command[0] = (byte) turn;
                command[1] = (byte) (turn >> 8);
                int[] directions = choose(team, turn, owner, slimes);
                for (int slime = 0; slime < SLIMES; slime++) {
                    command[2 + slime] = (byte) directions[slime];
                }
                out.write(command);
            }
        }
    }

    public static void main(String[] words) throws IOException {
        String[] usual = {"localhost", "25252", "0", "Java"};
        System.arraycopy(words, 0, usual, 0, Math.min(words.length, usual.length));
        try (Socket server = new Socket(usual[0], Integer.parseInt(usual[1]))) {
            server.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(server.getInputStream());
            OutputStream out = server.getOutputStream();
            out.write(text(Integer.parseInt(usual[2]), usual[3], 23));
            int team = in.readUnsignedByte();
            if (team == 255) {
                System.err.println("The server has no place for us.");
                System.exit(1);
            }
            out.write(text(255, "Hello!", 40)); // a message beside your banner
            play(team, in, out);
        }
    }
}
